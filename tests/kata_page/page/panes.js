// Where somebody writes, and where they read what came of it.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "./editor/codemirror-commands.js";
import { python } from "./editor/codemirror-lang-python.js";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "./editor/codemirror-language.js";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers } from "./editor/codemirror-view.js";
import { classHighlighter } from "./editor/lezer-highlight.js";
import { indent, made } from "./drawing.js";

// A line that wraps goes on at its indent.
function indents({ state }) {
  const lines = Array.from({ length: state.doc.lines }, (_, number) => state.doc.line(number + 1));
  return Decoration.set(lines.map(({ from, text }) => Decoration.line({ attributes: { style: indent(text) } }).range(from)));
}

export class Editor {
  #view;
  #isTyped = true; // and not set by the page

  constructor(parent, doc, changed) {
    const extensions = [
      lineNumbers(), history(), drawSelection(), EditorView.lineWrapping,
      bracketMatching(), indentOnInput(), indentUnit.of("    "),
      python(), syntaxHighlighting(classHighlighter), EditorView.decorations.of(indents),
      keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "data-label": "code" }),
      EditorView.updateListener.of((update) => update.docChanged && this.#isTyped && changed()),
    ];
    this.#view = new EditorView({ parent, doc, extensions });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    if (text === this.text) return;
    this.#isTyped = false;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#isTyped = true;
  }
}

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
      if (number % 2) this.#pen = ["", "0"].includes(part) ? "" : `${this.#pen} a${part.replaceAll(";", " a")}`;
      else if (part) this.#place.append(made("span", { className: this.#pen }, part));
    }
    this.#place.scrollTop = this.#place.scrollHeight;
  }

  // Scrolls to the first failure: its title stands in a line of its own.
  begin() {
    const title = [...this.#place.children].find((part) => /^_{3,} .* _{3,}/m.test(part.textContent));
    this.#place.scrollTop = title?.offsetTop ?? 0;
  }
}
