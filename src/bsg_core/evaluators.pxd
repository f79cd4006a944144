from libc.stdint cimport int16_t, uint32_t

from bsg_core.net cimport Evaluator


cdef Evaluator evaluator_of(const int16_t[::1] net, Py_ssize_t rules, const uint32_t[::1] races=*) except *
