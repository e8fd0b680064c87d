"""Everybody's files, however they came, in the layout that `pytest --submission` reads.

    python -m katas collect SOURCE...

`sorting` says which kata a file is for, and which one counts; `pile` reads folders and
ZIPs, `history` what git knows; `collect` writes what somebody handed in. Nothing of it
runs any code.
"""
