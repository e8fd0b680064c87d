"""The pages: the games, and the katas in the browser.

In come a learner's files and what somebody presses; out come moves and runs of pytest.
The files of `page/` ask Python through `ask.js`: a server (`play`), whose `child` runs
the code, or a worker of the browser, which calls `browser`; `build` makes that site.
Begin with `table.Desk`, which answers the games, or with `browser.run`.

The pictures are taken by hand, in Chromium: `verdict.png` is the page of the first
kata, 1280 x 800, after a run of code that knows no diagonals, and `picture.png` a game
and a match.
"""
