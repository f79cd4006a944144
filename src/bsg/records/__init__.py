"""Records of whole matches: Jellyfish .mat, the SGF of GNU Backgammon, and this project's own JSON."""
