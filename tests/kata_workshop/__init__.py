"""A workshop: `pytest --submission=FOLDER` runs everybody's files under the tables.

`participants` finds the files, and `set_up` makes a test of each. `runs` is the one
scheduler: it has `run` run each file once, or with `--watch` each time it changes
(`evening`). A `host` keeps a process (`child`) that has pytest and the tables loaded.
`screen` writes what `kata_report` draws of the records. No run of one person's code
imports any of it.
"""
