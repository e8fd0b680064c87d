"""The picture of a workshop, and of several as one: it reads records and runs nothing.

The records of everybody are a `cohort`; `debrief` says what to talk about; `matrix` draws it for
the terminal, `report` for people (a page) and for programs (JSON).

    python -m katas merge PART.json... --report=FILE

`merge` makes one report of what was run in several rooms.
"""
