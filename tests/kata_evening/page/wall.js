// The wall of the room: what the facilitator has opened, or else the states of everybody.

import { $, made } from "/drawing.js";
import { follow, legend, matrix, parted, slide, solutions } from "./parts.js";

function content(view) {
  if (view.solutions.length) return [solutions(view.solutions)];
  if (view.slide) return [slide(view.slide)];
  const people = view.count === 1 ? "1 person is here." : `${view.count} people are here.`;
  const katas = view.katas.flatMap(parted);
  $("room").style.setProperty("--rows", Math.max(...katas.map(({ rows }) => rows.length)));
  return [made("p", {}, people), ...katas.map((kata) => matrix(kata)), legend()];
}

follow("/wall/events", (view) => {
  $("link").textContent = view.link;
  $("sign").src = view.sign;
  document.body.className = view.slide || view.solutions.length ? "opened" : "wall";
  $("room").replaceChildren(...content(view));
});
