"""An evaluator read at a door."""

from libc.stdint cimport int16_t

from bsg_core.doors cimport rules_of_code
from bsg_core.net cimport Evaluator, choose_functions, read_net


cdef Evaluator evaluator_of(const int16_t[::1] net, Py_ssize_t rules) except *:
    """Return the evaluator of a network and rules; the buffer must live as long as it is used."""
    cdef Evaluator evaluator
    evaluator.rules = rules_of_code(rules)
    if net.shape[0] == 0 or not read_net(&net[0], net.shape[0], &evaluator.net):
        raise ValueError(f"a network must be a buffer that `round_weights` wrote, got {net.shape[0]} numbers")
    choose_functions(&evaluator)
    return evaluator
