"""The loop around pytest, and the other commands of `python -m katas`."""
