"""Everybody's files, however they came: `python -m katas collect SOURCE...`.

`seen` copies what was handed in, `names` reads the name of a file, `rules` say whose it
is and for which kata, and `collect` writes it and gives an account. No code is run.
"""
