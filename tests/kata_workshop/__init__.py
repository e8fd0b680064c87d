"""A workshop: everybody's files under the shared tables, as `pytest --submission=FOLDER` runs them.

`participants` finds the files, `set_up` makes a test of each, `run` gives it to a
process of its own (`child`), and `screen` writes what `kata_report` draws of the
records. With `--watch`, `evening` runs what changes. No run of one person's code
imports any of it.
"""
