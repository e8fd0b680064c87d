"""A workshop: everybody's files under the shared tables, and a picture of it to talk about.

    pytest --submission=FOLDER

A straight pipe: `participants` finds the files, `set_up` makes a test of each, `run` gives it to a
process of its own (`child`); the records become a `cohort`, which `matrix` draws for the terminal
(`screen`) and `report` for people and for programs, and `debrief` says what to talk about. With
`--watch`, `evening` runs what changes. No run of one person's code imports any of it.
"""
