"""An evaluator read at a door."""

from libc.stdint cimport int16_t, uint32_t

from bsg_core.doors cimport rules_of_code
from bsg_core.net cimport Evaluator, choose_functions, read_net
from bsg_core.race_table cimport read_races


cdef Evaluator evaluator_of(const int16_t[::1] net, Py_ssize_t rules, const uint32_t[::1] races=None) except *:
    """Return the evaluator of a network, rules, and a table of races or none; the buffers must live as long as it is
    used."""
    cdef Evaluator evaluator
    evaluator.rules = rules_of_code(rules)
    evaluator.races.track = 0
    if net.shape[0] == 0 or not read_net(&net[0], net.shape[0], &evaluator.net):
        raise ValueError(f"a network must be a buffer that `round_weights` wrote, got {net.shape[0]} numbers")
    if races is not None:
        if races.shape[0] == 0 or not read_races(&races[0], races.shape[0], &evaluator.races):
            raise ValueError(f"races must be a table that `bsg.races` made, got {races.shape[0]} numbers")
        if (
            evaluator.races.bears_off != evaluator.rules.bears_off
            or evaluator.races.steps_per_double != evaluator.rules.steps_per_double
        ):
            raise ValueError("races must be of the same finish and steps per double as the rules")
    choose_functions(&evaluator)
    return evaluator
