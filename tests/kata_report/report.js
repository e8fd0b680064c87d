// Live, the page is read again from its file: where it was, and never while it is on the wall.
if (document.documentElement.classList.contains("live")) {
  const details = [...document.querySelectorAll("details")];
  const everything = document.getElementById("everything");
  const seen = history.state || {};
  history.scrollRestoration = "manual";
  for (const place of seen.open || []) if (details[place]) details[place].open = true;
  everything.checked = Boolean(seen.everything);
  if ("y" in seen) scrollTo(0, seen.y);
  setInterval(() => {
    if (onTheWall()) return;
    const open = details.flatMap((one, place) => (one.open ? [place] : []));
    history.replaceState({ y: scrollY, open, everything: everything.checked }, "");
    location.reload();
  }, 5000);
}
