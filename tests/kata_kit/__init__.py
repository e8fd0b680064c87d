"""A run of one person's code under the tables.

In come pytest's command line and one file of code. Out come the text that pytest
prints, a record of each kata, and the progress on the path. Begin with `plugin`, which
has the hooks, then read `kata`, `code` and `failure`: they make a call, limit it and
explain it. CONTRIBUTING.md, "How a run works", lists all modules in the order of a run.
"""
