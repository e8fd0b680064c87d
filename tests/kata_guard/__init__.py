"""What the kernel of Linux refuses to a whole process: pytest on a stranger's file.

What comes in: the folders and files that the process may read. What goes out: nothing,
for good; or `NotGuarded`, which says what the kernel lacks. Begin with `guard.confine`;
`system_calls` is the table of what a confined process can still ask for.
"""
