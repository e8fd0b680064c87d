// The matrix: its rows by name or by need, its measures for the wall, its way back.
const stuckFirst = document.getElementById("stuck-first");
const people = (page) => page.querySelector("#matrix tbody");

function arrange(body) {
  const by = stuckFirst.getAttribute("aria-pressed") === "true" ? "stuck" : "name";
  const rows = [...body.rows].sort((one, other) => one.dataset[by] - other.dataset[by]);
  rows.forEach((row, place) => {
    if (body.rows[place] !== row) body.insertBefore(row, body.rows[place]);
  });
}

function measure() {
  const bars = [...people(document).querySelectorAll("td")].map((cell) => [
    cell.cellIndex, cell.querySelectorAll("b").length,
  ]);
  const widest = {};
  for (const [column, signs] of bars) widest[column] = Math.max(widest[column] ?? 1, signs);
  const root = document.documentElement.style;
  root.setProperty("--people", people(document).rows.length);
  root.setProperty("--signs", Object.values(widest).reduce((sum, signs) => sum + signs, 0));
}

// A link to what somebody reads opens it.
function reveal() {
  const target = document.querySelector(":target");
  const person = target?.closest(".person");
  if (!person) return;
  person.open = true;
  target.scrollIntoView();
}

stuckFirst.hidden = false;
stuckFirst.addEventListener("click", () => {
  const pressed = stuckFirst.getAttribute("aria-pressed") === "true";
  stuckFirst.setAttribute("aria-pressed", !pressed);
  arrange(people(document));
});
addEventListener("hashchange", reveal);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.hash === "#room") location.hash = "matrix";
});
measure();
reveal();

// Live, the file is read again in a frame that nobody sees, which sends what it has.
// What is alike stays as it is: focus, selection, scroll, and what somebody has opened.
const OURS = ["open", "hidden", "aria-pressed"];
const mark = (node) => node.dataset?.key || node.id || node.nodeName;

function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (!(old instanceof Element)) {
    old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) {
    if (!OURS.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!OURS.includes(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  const left = [...old.childNodes];
  const wanted = [...fresh.childNodes].map((child) => {
    const place = left.findIndex((one) => mark(one) === mark(child));
    if (place < 0) return child;
    const [mine] = left.splice(place, 1);
    renew(mine, child);
    return mine;
  });
  for (const one of left) one.remove();
  wanted.forEach((one, place) => {
    const there = old.childNodes[place] ?? null;
    if (there !== one) old.insertBefore(one, there);
  });
}

if (parent !== window) {
  const reader = location.protocol === "file:" ? "*" : location.origin;
  parent.postMessage([document.documentElement.className, document.body.innerHTML], reader);
} else if (document.documentElement.classList.contains("live")) {
  let frame;
  const look = setInterval(() => {
    frame?.remove(); // A new one adds nothing to what the Back button goes through.
    frame = document.createElement("iframe");
    frame.hidden = true;
    frame.src = `?${Date.now()}`;
    document.documentElement.append(frame);
  }, 5000);
  addEventListener("message", ({ source, data: [kind, body] }) => {
    if (source !== frame?.contentWindow || onTheWall()) return;
    const fresh = new DOMParser().parseFromString(body, "text/html").body;
    const focused = document.activeElement;
    arrange(people(fresh));
    renew(document.body, fresh);
    if (focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
    measure();
    if (kind !== "live") clearInterval(look);
  });
}
