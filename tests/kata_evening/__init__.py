"""An evening of many people: their files, their players, and a report.

Whatever loads, unpacks or compares something of a stranger's does it in a process of
its own, which the kernel guards: see `kata_guard`. This side reads what such a process
hands back, within bounds. Begin with `submissions.main`.
"""
