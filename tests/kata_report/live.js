"use strict";
// Live, the file is read again in a frame that nobody sees, which sends what it has.
// Two such texts are compared, so that what is alike in both stays as it is: focus,
// selection, scroll, what somebody has opened, and what a script has made of it.
const reader = location.protocol === "file:" ? "*" : location.origin;
const look = () => {
  const frame = document.createElement("iframe"); // It adds nothing to the history.
  frame.hidden = true;
  frame.src = `?${Date.now()}`;
  document.documentElement.append(frame);
  return frame;
};

// The nodes inside one, each by its key, or by its kind and its place among those.
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
  for (const name of new Set([...before.getAttributeNames(), ...after.getAttributeNames()])) {
    const value = after.getAttribute(name);
    if (value === null) shown.removeAttribute(name);
    else if (value !== before.getAttribute(name)) shown.setAttribute(name, value);
  }
  const [here, old, fresh] = [shown, before, after].map(marked);
  for (const [mark, node] of fresh) {
    if (here.has(mark) && old.has(mark)) renew(here.get(mark), old.get(mark), node);
    else here.set(mark, node.cloneNode(true));
  }
  for (const mark of old.keys()) if (!fresh.has(mark)) here.get(mark)?.remove();
  // What is moved loses its focus: only what is new is put somewhere, if it can be.
  const both = [old, fresh].map((nodes) => [...nodes.keys()].filter((mark) => old.has(mark) && fresh.has(mark)));
  const isMixed = both[0].join() !== both[1].join();
  let last = null;
  for (const mark of fresh.keys()) {
    const node = here.get(mark);
    const isThere = (last ? last.nextSibling : shown.firstChild) === node;
    if ((isMixed || !old.has(mark)) && !isThere) last ? last.after(node) : shown.prepend(node);
    last = node;
  }
}

if (parent !== window) {
  parent.postMessage([document.documentElement.className, document.body.innerHTML], reader);
} else if (document.documentElement.classList.contains("live")) {
  let frame, before = document.body.cloneNode(true);
  const looking = setInterval(() => {
    frame?.remove();
    frame = look();
  }, 5000);
  addEventListener("message", ({ source, data }) => {
    if (source !== frame?.contentWindow || onTheWall()) return;
    const [kind, text] = data;
    const after = new DOMParser().parseFromString(text, "text/html").body;
    const focused = document.activeElement;
    renew(document.body, before, after);
    before = after;
    arrange();
    compare();
    if (focused.isConnected) focused.focus({ preventScroll: true });
    if (kind !== "live") clearInterval(looking);
  });
}
