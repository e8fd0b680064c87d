"""A room full of people: their evening, their files, their players, and a report.

In come runs from browsers and clones, or other people's files. Out come a wall, a
report and a table of games. Whatever loads, unpacks or compares a stranger's file does
it in a process of its own, which the kernel guards (see `kata_guard`).

An evening, in the order of a run:

    evening             `python -m katas evening`: its options, the link, the end
    site, known         the pages, and what we know of each case: both are made once
    web, door           the addresses, and who is sent away from them
    room, people        who takes part, and what is kept of each run
    wall, report        what the room sees, what to talk about, and the report
    join, sending       a clone that takes part, until `leave`

Other people's files:

    submissions         `pytest --submission=PATH`; its results go to `report`
    tournament          `python -m katas tournament FOLDER`
    files               whose files there are
    process, confined   the two ends of a process under the guard

For both, `checked` reads JSON of strangers, and `whole` opens and writes files.
The picture `wall.png` is taken by hand: a wall with 14 people, 1280 x 660.
"""
