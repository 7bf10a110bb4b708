# What is added to nodes while their game is read.
from engine.game.node cimport Node

cdef class NodeAdditions:
    cdef dict comments       # Node: list of what does not lie in the node yet; the same below
    cdef dict nags
    cdef dict children
    cdef dict unread

    cdef object begin(self)
    cdef object add_comment(self, Node node, str comment)
    cdef object add_comments(self, Node node, list comments)
    cdef object add_nag(self, Node node, object nag)
    cdef object add_nags(self, Node node, list nags)
    cdef object add_child(self, Node node, Node child)
    cdef object keep(self, Node node, str words)
    cdef object remark(self, Node node, str words, bint readable)
    cdef object finish(self)

cdef list joined(list first, list second)
