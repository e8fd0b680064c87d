"""The picture of a workshop, and of several as one: it reads records and runs nothing.

A `cohort` has the records of everybody; `debrief` says what to talk about, and `slides`
in which order. `matrix` draws it for the terminal, `report` for people and programs.
"""
