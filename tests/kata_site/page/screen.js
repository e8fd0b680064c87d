// Text with the colours of a terminal.

export class Screen {
  #place;
  #pen = "";

  constructor(place) {
    this.#place = place;
  }

  clear() {
    this.#place.textContent = this.#pen = "";
  }

  write(text) {
    const parts = text.split(/\x1b\[([\d;]*)m/); // a text, codes, a text, codes, ...
    for (const [number, part] of parts.entries()) {
      if (number % 2) this.#choose(part);
      else if (part) this.#append(part);
    }
    this.#place.scrollTop = this.#place.scrollHeight;
  }

  #choose(codes) {
    this.#pen = ["", "0"].includes(codes) ? "" : `${this.#pen} a${codes.replaceAll(";", " a")}`;
  }

  #append(text) {
    const span = document.createElement("span");
    span.className = this.#pen;
    span.textContent = text;
    this.#place.append(span);
  }
}
