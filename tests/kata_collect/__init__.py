"""Everybody's files, however they came, in the layout that `pytest --submission` reads.

    python -m katas collect SOURCE...

`names` reads the name of a file; `seen` has what was handed in, `rules` say whose it is
and for which kata, and `collect` writes it and gives an account. Nothing runs any code.
"""
