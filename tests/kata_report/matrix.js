// The matrix: its rows by name or by need, its measures for the wall, its way back.
const stuckFirst = document.getElementById("stuck-first");

function arrange() {
  const table = document.getElementById("matrix");
  const by = stuckFirst.getAttribute("aria-pressed") === "true" ? "stuck" : "name";
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((one, other) => one.dataset[by] - other.dataset[by]);
  rows.forEach((row, place) => {
    if (body.rows[place] !== row) body.insertBefore(row, body.rows[place]);
  });
  const signs = [...table.tHead.rows[0].cells].map(({ cellIndex }) =>
    Math.max(1, ...rows.map((row) => row.cells[cellIndex].querySelectorAll("b").length)));
  const measures = document.documentElement.style;
  measures.setProperty("--people", rows.length);
  measures.setProperty("--signs", signs.reduce((sum, count) => sum + count));
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
  stuckFirst.setAttribute("aria-pressed", stuckFirst.getAttribute("aria-pressed") !== "true");
  arrange();
});
addEventListener("hashchange", reveal);
addEventListener("load", reveal); // Before that, nothing is a target.
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.hash === "#room") location.hash = "matrix";
});
arrange();
