"""The names of the evaluation's terms, in the order of the weights (terms.pxd)."""


def term_offsets() -> dict[str, int]:
    """Each term's name and the index of its first weight, in order."""
    return {
        "material": W_MATERIAL,
        "squares": W_SQUARES,
        "knight mobility": W_KNIGHT_MOBILITY,
        "bishop mobility": W_BISHOP_MOBILITY,
        "rook mobility": W_ROOK_MOBILITY,
        "queen mobility": W_QUEEN_MOBILITY,
        "bishop pair": W_BISHOP_PAIR,
        "bishop pawns": W_BISHOP_PAWNS,
        "long diagonal": W_LONG_DIAGONAL,
        "outpost": W_OUTPOST,
        "behind pawn": W_BEHIND_PAWN,
        "king distance": W_KING_DISTANCE,
        "rook file": W_ROOK_FILE,
        "rook on seventh": W_ROOK_SEVENTH,
        "trapped rook": W_ROOK_TRAPPED,
        "exposed queen": W_QUEEN_EXPOSED,
        "doubled": W_DOUBLED,
        "isolated": W_ISOLATED,
        "isolated doubled": W_ISOLATED_DOUBLED,
        "backward": W_BACKWARD,
        "phalanx": W_PHALANX,
        "supported": W_SUPPORTED,
        "candidate": W_CANDIDATE,
        "passed": W_PASSED,
        "protected passed": W_PASSED_PROTECTED,
        "blocked passed": W_PASSED_BLOCKED,
        "safe passed": W_PASSED_SAFE,
        "free passed": W_PASSED_FREE,
        "passed own king": W_PASSED_OWN_KING,
        "passed enemy king": W_PASSED_ENEMY_KING,
        "rook behind passed": W_PASSED_ROOK,
        "square rule": W_PASSED_SQUARE_RULE,
        "shelter": W_SHELTER,
        "storm": W_STORM,
        "threat by pawn": W_THREAT_BY_PAWN,
        "threat by minor": W_THREAT_BY_MINOR,
        "threat by rook": W_THREAT_BY_ROOK,
        "threat by king": W_THREAT_BY_KING,
        "hanging": W_HANGING,
        "push threat": W_PUSH_THREAT,
        "restricted": W_RESTRICTED,
        "queen hit": W_QUEEN_HIT,
        "pinned": W_PINNED,
        "space": W_SPACE,
        "tempo": W_TEMPO,
        "danger base": W_DANGER_BASE,
        "danger attacker": W_DANGER_ATTACKER,
        "danger ring": W_DANGER_RING,
        "danger weak": W_DANGER_WEAK,
        "danger safe check": W_DANGER_SAFE_CHECK,
        "danger unsafe check": W_DANGER_UNSAFE_CHECK,
        "danger pinned": W_DANGER_PINNED,
        "danger no queen": W_DANGER_NO_QUEEN,
        "danger flank": W_DANGER_FLANK,
        "danger flank defence": W_DANGER_FLANK_DEFENCE,
        "danger shelter": W_DANGER_SHELTER,
        "danger mobility": W_DANGER_MOBILITY,
    }


def weight_count() -> int:
    """How many weights the evaluation has; those from `linear_count` on are king danger units."""
    return WEIGHTS


def linear_count() -> int:
    """How many weights enter the score linearly."""
    return LINEAR_WEIGHTS
