"""The picture of a workshop, and of several as one: it reads records and runs nothing.

The records of everybody are a `cohort`, read back from `plain` values; `debrief` says
what to talk about, and `slides` puts it on the wall. `matrix` draws it for the
terminal, `report` for people (a page) and for programs (JSON); `merge` makes one report
of several rooms: `python -m katas merge PART.json... --report=FILE`.
"""
