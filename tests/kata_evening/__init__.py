"""A room full of people: their evening, their files, their players, and a report.

In come runs from browsers and clones, or other people's files. Out come a wall, a
report and a table of games. Whatever loads, unpacks or compares a stranger's file does
it in a process of its own, which the kernel guards (see `kata_guard`), and this side
reads what it hands back, within bounds. Begin with `evening.main`, or for files with
`submissions.main`.
"""
