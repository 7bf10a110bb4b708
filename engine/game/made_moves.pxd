# Moves made on a board and written down as nodes.
from engine.game.node cimport Node
from engine.rules.position cimport Position
from engine.rules.types cimport Move

cdef object spell(Node node, Position* position, Move move)
cdef void hang(Node node, Node parent, int id)
