"""The C of random.h, named once for Cython."""

from libc.stdint cimport uint32_t, uint64_t


cdef extern from "random.h" nogil:
    ctypedef struct Stream:
        uint32_t state[4]

    enum:
        STREAM_DICE
        STREAM_CHOICES_OF_SEAT_0

    Stream open_keyed_stream(uint64_t seed, uint64_t game, uint64_t purpose)
    uint32_t draw_below(Stream *stream, uint32_t bound)
