# Moves made on a board and written down as nodes.
from engine.game.node cimport Node
from engine.rules.position cimport Position
from engine.rules.types cimport Move

cdef object record_move(Node node, Position* position, Move move)
cdef void attach(Node node, Node parent, int id)
