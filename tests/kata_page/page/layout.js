// Where the parts of the page are: columns with a width of their own, or one part at a time on a phone.

import * as store from "./store.js";

const STEP = 24; // pixels that an arrow key moves a border
const SIDES = { "grip-left": ["--left", 1], "grip-right": ["--right", -1] };
const main = document.querySelector("main");

export function openTab(name) {
  document.body.dataset.tab = name;
  history.replaceState({ ...history.state, tab: name }, ""); // for whoever comes back
  for (const button of document.querySelectorAll("#tabs button")) button.ariaPressed = button.dataset.tab === name;
}

function resize(grip, by) {
  const [name, sign] = SIDES[grip.id];
  const column = document.getElementById(name === "--left" ? "statement" : "outcome");
  const width = Math.round(column.getBoundingClientRect().width + sign * by);
  main.style.setProperty(name, `${width}px`);
  grip.ariaValueNow = Math.round((100 * width) / innerWidth);
  store.set(`width/${name}`, `${width}px`);
}

export function begin() {
  openTab(history.state?.tab ?? "statement");
  for (const button of document.querySelectorAll("#tabs button")) button.onclick = () => openTab(button.dataset.tab);
  for (const [id, [name]] of Object.entries(SIDES)) {
    const grip = document.getElementById(id);
    const width = store.get(`width/${name}`);
    if (width) main.style.setProperty(name, width);
    grip.onpointerdown = (event) => grip.setPointerCapture(event.pointerId);
    grip.onpointermove = (event) => grip.hasPointerCapture(event.pointerId) && resize(grip, event.movementX);
    grip.onkeydown = ({ key }) => {
      if (key === "ArrowLeft") resize(grip, -STEP);
      if (key === "ArrowRight") resize(grip, STEP);
    };
  }
}
