// The editor: CodeMirror, with colours that site.css gives for day and night.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "./editor/codemirror-commands.js";
import { python } from "./editor/codemirror-lang-python.js";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "./editor/codemirror-language.js";
import { EditorState } from "./editor/codemirror-state.js";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "./editor/codemirror-view.js";
import { classHighlighter } from "./editor/lezer-highlight.js";

export class Editor {
  #view;

  constructor(place, text, { changed, run }) {
    const now = () => (run(), true);
    const keys = [{ key: "Mod-s", run: now }, { key: "Mod-Enter", run: now }, indentWithTab];
    this.#view = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(),
          bracketMatching(), indentOnInput(), indentUnit.of("    "), EditorState.tabSize.of(4),
          python(), syntaxHighlighting(classHighlighter),
          keymap.of([...keys, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": "Your code" }),
          EditorView.updateListener.of((update) => update.docChanged && changed()),
        ],
      }),
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    if (text === this.text) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus() {
    this.#view.focus();
  }
}
