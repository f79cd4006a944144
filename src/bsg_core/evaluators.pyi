# An evaluator is passed on in C alone: nothing here is for Python to call.
