"""The openings of the persons, by key, as `engine.play.people.repertoire.PersonRepertoire.of` reads them. Weaker persons know
fewer moves, as weaker people do."""

from collections.abc import Mapping

REPERTOIRES: Mapping[str, str] = {
    # knights before bishops
    "nelli": "80 e2e4 * g1f3 * b1c3, 15 d2d4, 75 e2e4 e7e5 * b8c6 * g8f6, 20 e2e4 b8c6, 85 d2d4 d7d5 * g8f6 * b8c6, 90 * g8f6",
    # pawns at the edge, then the rooks
    "oskar": "50 a2a4 * a1a3, 25 h2h4 * h1h3, 20 e2e4, 50 e2e4 a7a5, 45 e2e4 e7e5, 60 d2d4 h7h5, 35 d2d4 d7d5",
    # plays what the opponent plays
    "pia": "85 e2e4 * b1c3 * g1f3, 10 d2d4, 90 e2e4 e7e5, 90 d2d4 d7d5, 90 c2c4 c7c5, 90 g1f3 g8f6, "
    "90 e2e4 e7e5 g1f3 b8c6, 90 e2e4 e7e5 f1c4 f8c5, 90 e2e4 e7e5 b1c3 b8c6, 90 d2d4 d7d5 c2c4 c7c6, "
    "90 d2d4 d7d5 g1f3 g8f6, 90 d2d4 d7d5 c1f4 c8f5, 90 e2e4 e7e5 g1f3 b8c6 f1c4 f8c5, 90 e2e4 e7e5 g1f3 b8c6 b1c3 g8f6",
    # bishops in the corners
    "leo": "80 g2g3 * f1g2 * g1f3 * e1g1, 15 b2b3 * c1b2, 80 * g7g6 * f8g7 * g8f6 * e8g8, 15 * b7b6 * c8b7",
    "aino": "88 e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3, 88 e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3, 88 e2e4 * g1f3 * f1c4, 7 d2d4, "
    "85 e2e4 e7e5 g1f3 b8c6 f1c4 f8c5, 10 e2e4 d7d5, 90 e2e4 e7e5 f1c4 f8c5, 85 d2d4 d7d5 c2c4 e7e6, 10 d2d4 g8f6, 80 * e7e5",
    "tom": "80 e2e4 e7e5 d1h5 b8c6 f1c4, 15 e2e4 e7e5 f1c4 b8c6 d1h5, 80 e2e4 c7c5 d1h5, 15 d2d4, "
    "75 e2e4 d7d5 e4d5 d8d5 b1c3 d5a5, 20 e2e4 e7e5, 75 d2d4 d7d5, 20 d2d4 e7e6, 80 * d7d5",
    "marta": "85 d2d4 d7d5 c1f4 * e2e3 * g1f3 * f1d3, 85 d2d4 g8f6 c1f4 * e2e3, 85 d2d4 * e2e3, 10 e2e3, "
    "88 e2e4 e7e6 d2d4 d7d5 e4d5 e6d5, 88 e2e4 e7e6 d2d4 d7d5 e4e5 c7c5, 88 e2e4 e7e6 * d7d5, 7 e2e4 e7e5, "
    "88 d2d4 d7d5 c2c4 e7e6 b1c3 g8f6, 7 d2d4 g8f6, 85 * e7e6 * d7d5",
    "eero": "85 e2e4 e7e5 f2f4 e5f4 g1f3, 30 e2e4 e7e5 d2d4 e5d4 c2c3, 85 e2e4 c7c5 d2d4 c5d4 c2c3, 85 e2e4 d7d5 d2d4, 10 f2f4, "
    "55 e2e4 e7e5 g1f3 d7d5, 55 e2e4 e7e5 f1c4 f7f5, 40 e2e4 d7d5 e4d5 g8f6, 60 d2d4 g8f6 c2c4 e7e5, 35 d2d4 d7d5 c2c4 e7e5, "
    "80 * e7e5",
    "lucia": "92 d2d4 * c1f4 * e2e3 * g1f3 * c2c3 * f1d3 * b1d2, 3 c2c3, "
    "90 e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5 e4g3 f5g6, 90 e2e4 c7c6 d2d4 d7d5 e4e5 c8f5, 90 e2e4 c7c6 d2d4 d7d5 e4d5 c6d5, "
    "90 e2e4 c7c6 * d7d5, 5 e2e4 e7e6, 88 d2d4 d7d5 c2c4 c7c6 g1f3 g8f6, 7 d2d4 g8f6, 88 * d7d5 * g8f6 * c7c6",
    "henrik": "85 e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1, 85 e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4, "
    "85 e2e4 e7e6 d2d4 d7d5 b1c3, 85 e2e4 c7c6 d2d4 d7d5 b1c3, 10 d2d4 d7d5 c2c4, "
    "80 e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6, 80 e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6, 15 e2e4 c7c5, "
    "75 d2d4 g8f6 c2c4 e7e6 b1c3 d7d5, 20 d2d4 d7d5 c2c4 e7e6",
    "yuki": "88 e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 f2f3, 88 e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4, "
    "88 e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4, 7 d2d4, "
    "90 e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6 c1e3 f8g7, 90 e2e4 c7c5 b1c3 b8c6, 90 e2e4 c7c5 c2c3 g8f6, "
    "90 e2e4 c7c5 * d7d6, 5 e2e4 e7e5, 88 d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6, 7 d2d4 d7d5, 88 d2d4 g8f6 * g7g6 * f8g7, "
    "70 c2c4 c7c5, 70 g1f3 c7c5",
    "paula": "75 d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3, 75 d2d4 d7d5 c2c4 c7c6 g1f3, 75 d2d4 g8f6 c2c4 e7e6 g1f3, "
    "75 d2d4 g8f6 c2c4 g7g6 b1c3, 20 c2c4 * b1c3 * g2g3, "
    "85 e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 b8c6 g1f3 d8b6, 85 e2e4 e7e6 d2d4 d7d5 b1c3 g8f6, 85 e2e4 e7e6 * d7d5, "
    "10 e2e4 e7e5, 90 d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7, 5 d2d4 g8f6, 85 * e7e6 * d7d5",
    "milo": "85 e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f1c4, 30 e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5, 85 e2e4 c7c5 d2d4 c5d4 c2c3, "
    "85 e2e4 e7e6 d2d4 d7d5 b1c3, 10 b2b4, 55 e2e4 g8f6 e4e5 f6d5 d2d4 d7d6, 40 e2e4 e7e5 g1f3 b8c6 f1c4 c6d4, "
    "40 e2e4 e7e5 g1f3 b8c6 f1c4 g8f6, 65 d2d4 g8f6 c2c4 e7e5 d4e5 f6g4, 30 d2d4 d7d5 c2c4 e7e5",
    "ingrid": "60 c2c4 e7e5 b1c3 g8f6 g2g3, 60 c2c4 * b1c3 * g2g3 * f1g2, "
    "35 e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1, "
    "35 e2e4 c7c5 g1f3 d7d6 f1b5, 35 e2e4 c7c5 g1f3 b8c6 f1b5, 35 e2e4 e7e6 d2d4 d7d5 b1d2, "
    "88 e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6, 88 e2e4 e7e5 g1f3 b8c6 f1c4 f8c5, "
    "7 e2e4 c7c6, 85 d2d4 g8f6 c2c4 e7e6 b1c3 f8b4, 85 d2d4 g8f6 c2c4 e7e6 g1f3 d7d5, 10 d2d4 d7d5, 80 c2c4 e7e5 b1c3 g8f6",
    "viktor": "80 g1f3 d7d5 c2c4 e7e6 g2g3, 80 g1f3 g8f6 c2c4, 80 g1f3 * g2g3 * f1g2 * e1g1, 15 d2d4 d7d5 c2c4, "
    "90 e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5 e4g3 f5g6 h2h4 h7h6, 90 e2e4 c7c6 d2d4 d7d5 e4e5 c8f5 g1f3 e7e6, "
    "90 e2e4 c7c6 d2d4 d7d5 e4d5 c6d5, 5 e2e4 e7e6, 88 d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4, 7 d2d4 g8f6, "
    "88 c2c4 c7c6 * d7d5, 88 g1f3 d7d5 * c7c6",
    "sofia": "90 d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5 c1g5, 90 d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3, "
    "90 d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 f2f3, 90 d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2, 5 e2e4, "
    "90 e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6, 90 e2e4 c7c5 b1c3 b8c6, 90 e2e4 c7c5 c2c3 d7d5, "
    "5 e2e4 e7e5, 90 d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8, 5 d2d4 d7d5, 88 * g8f6 * g7g6 * f8g7",
    "otto": "65 g1f3 d7d5 g2g3 g8f6 f1g2 e7e6 e1g1, 65 g1f3 g8f6 c2c4 e7e6 g2g3, 30 d2d4 g8f6 c2c4 e7e6 g2g3 d7d5 f1g2, "
    "30 d2d4 d7d5 c2c4 e7e6 g1f3 g8f6 g2g3, "
    "88 e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e4d6 b5c6 d7c6 d4e5 d6f5, 88 e2e4 e7e5 g1f3 b8c6 f1c4 g8f6, 7 e2e4 c7c5, "
    "90 d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8, 90 d2d4 d7d5 g1f3 g8f6 c2c4 e7e6, 5 d2d4 g8f6, "
    "85 c2c4 e7e5 b1c3 g8f6 g1f3 b8c6",
}
