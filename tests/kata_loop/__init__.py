"""The loop around pytest, and the other commands of `python -m katas`.

In come saved files and pressed keys; out come runs of pytest, and a screen that keeps
the last failure in sight. What a run found arrives as a record; its text is only cut
where its sections begin.
Begin with `commands`, which reads the command line, then `loop`.
"""
