// Text with the colours of a terminal.

const SIGN = /(\x1b\[[\d;]*m)/;

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
    for (const part of text.split(SIGN)) {
      if (part.startsWith("\x1b[")) this.#choose(part.slice(2, -1).split(";"));
      else if (part) this.#append(part);
    }
    this.#place.scrollTop = this.#place.scrollHeight;
  }

  #choose(codes) {
    const isReset = codes.some((code) => Number(code) === 0);
    this.#pen = isReset ? "" : `${this.#pen} a${codes.join(" a")}`;
  }

  #append(text) {
    const span = document.createElement("span");
    span.className = this.#pen.trim();
    span.textContent = text;
    this.#place.append(span);
  }
}
