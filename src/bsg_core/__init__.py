"""The native core of bsg: bytes, ints and buffers go in and come out, nothing else crosses."""
