from engine.rules.board import CoreBoard

RECORD_BYTES: int
MOST_MEN: int

def pack(board: CoreBoard, score: int, ply: int) -> bytearray: ...
def piece_placement(record: bytes) -> str: ...
