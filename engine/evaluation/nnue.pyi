from engine.rules.board import CoreBoard

ACTIVATION_ONE: int
OUTPUT_ONE: int
LARGEST_OUTPUT_WEIGHT: int
SHAPE: tuple[int, int, int]
PAYLOAD_BYTES: int

class Network:
    @classmethod
    def from_payload(cls, payload: bytes, scale: int, classical: int = 0) -> Network: ...
    @property
    def scale(self) -> int: ...

class NetworkBoard:
    def __init__(self, network: Network) -> None: ...
    def evaluate(self, board: CoreBoard) -> int: ...
    def measure(self, board: CoreBoard, move: int, rounds: int) -> int: ...
