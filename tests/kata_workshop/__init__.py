"""A workshop: everybody's files under the shared tables, and a picture of it to talk about.

    pytest --submission=FOLDER

- `participants` finds the files;
- `collect` makes a test of each participant and kata, which `run` gives to a process of its own;
- `results` holds what came of them, as plain values;
- `analysis` counts: which cases are hard, what people believe, whose code works alike;
- `matrix` draws all of it for the terminal.

Nothing here is imported by a run of one person's code.
"""
