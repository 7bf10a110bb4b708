"""The core's numbers: squares, pieces, moves and scores. Their C side is types.pxd.

Squares run a1 = 0, b1 = 1 ... h8 = 63 (as in python-chess). Colours: white 0, black 1. Piece types: pawn 0, knight 1,
bishop 2, rook 3, queen 4, king 5; a piece is 6 * colour + type, 12 is an empty square.

A move is 16 bits: from 0-5, to 6-11, promotion type minus one 12-13 (knight 0 ... queen 3), kind 14-15 (0 normal, 1
promotion, 2 en passant, 3 castling). Castling is king takes own rook, in standard chess too. 0 marks a null or missing move.
"""
