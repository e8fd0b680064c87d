"use strict";

// A live page reads its file again in a hidden frame. What is alike in both texts stays
// as it is: focus, selection, scroll, what somebody has opened, what a script has made.

// The nodes inside one, each by its key or kind, and its place among those.
function marked(parent) {
  const found = new Map();
  for (const node of parent.childNodes) {
    const mark = node.dataset?.key ?? node.nodeName;
    let place = 0;
    while (found.has(`${mark} ${place}`)) place += 1;
    found.set(`${mark} ${place}`, node);
  }
  return found;
}

function renew(shown, before, after) {
  if (before.isEqualNode(after)) return;
  if (!(shown instanceof Element)) {
    shown.data = after.data;
    return;
  }
  for (const name of before.getAttributeNames()) {
    if (!after.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of after.attributes) {
    if (value !== before.getAttribute(name)) shown.setAttribute(name, value);
  }
  const [here, old, fresh] = [shown, before, after].map(marked);
  for (const [mark, node] of fresh) {
    if (here.has(mark) && old.has(mark)) renew(here.get(mark), old.get(mark), node);
    else here.set(mark, node.cloneNode(true));
  }
  for (const mark of old.keys()) if (!fresh.has(mark)) here.get(mark)?.remove();
  // What is moved loses its focus: only what is new is put somewhere, if it can be.
  const kept = (nodes) => [...nodes.keys()].filter((mark) => old.has(mark) && fresh.has(mark)).join();
  const isMixed = kept(old) !== kept(fresh);
  let last = null;
  for (const mark of fresh.keys()) {
    const node = here.get(mark);
    const isThere = (last ? last.nextSibling : shown.firstChild) === node;
    if ((isMixed || !old.has(mark)) && !isThere) last ? last.after(node) : shown.prepend(node);
    last = node;
  }
}

if (parent !== window) {
  const reader = location.protocol === "file:" ? "*" : location.origin;
  parent.postMessage([document.documentElement.className, document.body.innerHTML], reader);
} else if (document.documentElement.classList.contains("live")) {
  let frame, before = document.body.cloneNode(true);
  const looking = setInterval(() => {
    frame?.remove();
    frame = document.createElement("iframe"); // It adds nothing to the history.
    frame.hidden = true;
    frame.src = `?${Date.now()}`;
    document.documentElement.append(frame);
  }, 5000);
  addEventListener("message", ({ source, data }) => {
    if (source !== frame?.contentWindow || document.querySelector(".slide:target")) return;
    const [kind, text] = data;
    const after = new DOMParser().parseFromString(text, "text/html").body;
    const focused = document.activeElement;
    renew(document.body, before, after);
    before = after;
    arrange();
    if (focused.isConnected) focused.focus({ preventScroll: true });
    if (kind !== "live") clearInterval(looking);
  });
}

// Where a link leads: a person opens; a slide begins with its board, and its answer
// waits for a key.
function arrive() {
  const target = document.querySelector(":target");
  const person = target?.closest(".person");
  if (person) {
    person.open = true;
    target.scrollIntoView();
  } else if (target?.matches(".slide")) {
    for (const one of target.querySelectorAll(".answer, .names")) one.open = false;
    target.focus();
  }
}

addEventListener("hashchange", arrive);
addEventListener("load", arrive); // Before that, nothing is a target.

addEventListener("keydown", (event) => {
  const onTheWall = document.querySelector(".slide:target, #room:target");
  if (!onTheWall || event.ctrlKey || event.altKey || event.metaKey) return;
  const slides = [...document.querySelectorAll(".slide")];
  const place = slides.indexOf(onTheWall);
  const go = (to) => { location.hash = slides.at(to % slides.length).id; };
  const answer = onTheWall.querySelector(".answer");
  if (event.key === "Escape") location.hash = place < 0 ? "matrix" : "talk";
  else if (place < 0) return;
  else if (["ArrowRight", "PageDown"].includes(event.key)) go(place + 1);
  else if (["ArrowLeft", "PageUp"].includes(event.key)) go(place - 1);
  else if (event.key === " " && answer) answer.open = !answer.open;
  else return;
  event.preventDefault();
});

// The matrix: its rows by name or by need, and its measures for the wall.
const stuckFirst = document.getElementById("stuck-first");

function arrange() {
  const table = document.getElementById("matrix");
  const by = stuckFirst.ariaPressed === "true" ? "stuck" : "name";
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((one, other) => one.dataset[by] - other.dataset[by]);
  rows.forEach((row, place) => {
    if (body.rows[place] !== row) body.insertBefore(row, body.rows[place]);
  });
  table.style.setProperty("--people", rows.length);
  table.style.setProperty("--signs", table.dataset.signs);
}

stuckFirst.hidden = false;
stuckFirst.addEventListener("click", () => {
  stuckFirst.ariaPressed = stuckFirst.ariaPressed !== "true";
  arrange();
});
arrange();
