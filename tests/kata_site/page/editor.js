// The editor: CodeMirror, with colours that site.css gives for day and night.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "./editor/codemirror-commands.js";
import { python } from "./editor/codemirror-lang-python.js";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "./editor/codemirror-language.js";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "./editor/codemirror-view.js";
import { classHighlighter } from "./editor/lezer-highlight.js";

export class Editor {
  #view;

  constructor(parent, doc, changed) {
    const extensions = [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(),
      bracketMatching(), indentOnInput(), indentUnit.of("    "),
      python(), syntaxHighlighting(classHighlighter),
      keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Your code" }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ];
    this.#view = new EditorView({ parent, doc, extensions });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    if (text === this.text) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }
}
