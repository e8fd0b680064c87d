const onTheWall = () => document.querySelector(".slide:target");

// A slide begins with its board; the answer waits for a key.
function enter() {
  const slide = onTheWall();
  for (const answer of slide ? slide.querySelectorAll("details") : []) answer.open = false;
  if (slide) slide.focus();
}

addEventListener("hashchange", enter);
enter();

addEventListener("keydown", (event) => {
  const slide = onTheWall();
  if (!slide || event.ctrlKey || event.altKey || event.metaKey) return;
  const slides = [...document.querySelectorAll(".slide")];
  const place = slides.indexOf(slide);
  const go = (to) => { location.hash = slides[(to + slides.length) % slides.length].id; };
  const answer = slide.querySelector(".answer");
  if (["ArrowRight", "PageDown"].includes(event.key)) go(place + 1);
  else if (["ArrowLeft", "PageUp"].includes(event.key)) go(place - 1);
  else if (event.key === "Escape") location.hash = "talk";
  else if (event.key === " " && answer) answer.open = !answer.open;
  else return;
  event.preventDefault();
});
