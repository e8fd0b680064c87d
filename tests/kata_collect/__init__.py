"""Everybody's files, however they came, in the layout that `pytest --submission` reads.

    python -m katas collect SOURCE...

`names` says which kata a file is for, `pile` reads folders and ZIPs, `history` what git knows;
`sorting` finds the files of a person in it, and `collect` writes them. Nothing of it runs any code.
"""
