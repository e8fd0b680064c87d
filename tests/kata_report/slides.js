const onTheWall = () => document.querySelector(".slide:target");

// A slide begins with its board; the answer waits for a key.
function enter() {
  const slide = onTheWall();
  for (const one of slide ? slide.querySelectorAll(".answer, .names") : []) one.open = false;
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
  const isChoosing = event.target.matches("select, input");
  if (event.key === "Escape") location.hash = "talk";
  else if (isChoosing) return;
  else if (["ArrowRight", "PageDown"].includes(event.key)) go(place + 1);
  else if (["ArrowLeft", "PageUp"].includes(event.key)) go(place - 1);
  else if (event.key === " " && answer) answer.open = !answer.open;
  else return;
  event.preventDefault();
});

// Two solutions side by side: the facilitator chooses which, and whether names are shown.
function compare() {
  for (const two of document.querySelectorAll(".two:has(.choose[hidden])")) {
    const solutions = [...two.querySelectorAll(".solution")];
    const picks = [...two.querySelectorAll(".pick")];
    const named = two.querySelector(".named");
    const show = () => {
      const chosen = picks.map((pick) => solutions[pick.value]);
      for (const one of solutions) one.hidden = !chosen.includes(one);
      chosen.forEach((one, side) => { one.open = true; one.style.order = side + 1; });
      const lines = chosen.flatMap((one) => one.querySelector("pre").textContent.split("\n"));
      const heights = chosen.map((one) => one.querySelector("pre").textContent.split("\n").length);
      two.style.setProperty("--rows", Math.max(...heights));
      two.style.setProperty("--columns", Math.max(...lines.map((line) => line.length)));
    };
    const label = () => {
      two.classList.toggle("nameless", !named.checked);
      for (const option of picks.flatMap((pick) => [...pick.options])) {
        const one = solutions[option.value];
        const who = named.checked ? one.querySelector("bdi").textContent : `solution ${+option.value + 1}`;
        option.textContent = `${who} (${one.querySelector("summary").firstChild.textContent})`;
      }
    };
    for (const pick of picks) {
      solutions.forEach((_, number) => pick.add(new Option("", number)));
      pick.addEventListener("change", show);
    }
    picks[1].value = 1;
    named.addEventListener("change", label);
    two.querySelector(".choose").hidden = false;
    label();
    show();
  }
}

compare();
