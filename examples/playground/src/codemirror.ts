import { historyKeymap, history, undo } from '@codemirror/commands';
import { EditorState, RangeSetBuilder, StateEffect, StateField, type Range as MarkRange } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { byId, el } from './dom.js';
import type { Editor, EditorEvents } from './editor.js';
import { app } from './first.js';
import type { Range } from './json/scan.js';
import type { NumberedIssue } from './verdict.js';

/** The tokens of JSON on a line. Strings never extend beyond it, so that colours are right even in broken text. */
const WORDS = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
const COLON = /\s*:/y;

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = coloured(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const WORD = {
  name: Decoration.mark({ class: 'j-name' }),
  text: Decoration.mark({ class: 'j-text' }),
  other: Decoration.mark({ class: 'j-other' }),
};
/** Longer lines are not coloured. */
const MAX_COLUMNS = 5000;

function coloured({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      for (const { 0: word, index } of line.text.slice(0, MAX_COLUMNS).matchAll(WORDS)) {
        const end = index + word.length;
        COLON.lastIndex = end;
        const look = !word.startsWith('"') ? WORD.other : COLON.test(line.text) ? WORD.name : WORD.text;
        builder.add(line.from + index, line.from + end, look);
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

interface Marks {
  readonly notes: readonly NumberedIssue[];
  readonly fault: number | undefined;
}

const setMarks = StateEffect.define<Marks>();
const setLit = StateEffect.define<Range | undefined>();

/** Underlines of issues, and the place where the text stops being JSON. */
const marks = StateField.define<{ marks: Marks; drawn: DecorationSet }>({
  create: () => ({ marks: { notes: [], fault: undefined }, drawn: Decoration.none }),
  update(value, { changes, effects, newDoc }) {
    for (const effect of effects) {
      if (effect.is(setMarks)) return { marks: effect.value, drawn: drawMarks(effect.value, newDoc.length) };
    }
    return changes.empty ? value : { ...value, drawn: value.drawn.map(changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ drawn }) => drawn),
});

function drawMarks({ notes, fault }: Marks, length: number): DecorationSet {
  const found: MarkRange<Decoration>[] = notes
    .filter(({ place: { range } }) => range.to > range.from && range.to <= length)
    .map(({ issue, place: { range } }) =>
      Decoration.mark({ class: `j-${issue.severity}` }).range(range.from, range.to),
    );
  if (fault !== undefined && fault < length) found.push(Decoration.mark({ class: 'j-fault' }).range(fault, fault + 1));
  return Decoration.set(found, true);
}

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    for (const effect of effects) {
      if (!effect.is(setLit)) continue;
      const range = effect.value;
      if (range === undefined || range.to > newDoc.length || range.from >= range.to) return Decoration.none;
      return Decoration.set(Decoration.mark({ class: 'j-lit' }).range(range.from, range.to));
    }
    return value.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The numbers of the issues of a line. */
class Numbers extends GutterMarker {
  constructor(readonly notes: readonly NumberedIssue[]) {
    super();
  }
  override eq(other: Numbers): boolean {
    return this.notes.map(String).join() === other.notes.map(String).join();
  }
  override toDOM(): Node {
    const shown = this.notes
      .slice(0, 2)
      .map(({ number, issue }) => el('b', { class: `number ${issue.severity}`, 'data-issue': number }, number));
    return el('span', { class: 'numbers' }, ...shown, this.notes.length > 2 && '…');
  }
}

const numbers = gutter({
  class: 'j-gutter',
  markers(view) {
    const lines = new Map<number, NumberedIssue[]>();
    const { doc } = view.state;
    for (const note of view.state.field(marks).marks.notes) {
      if (note.place.range.from > doc.length) continue;
      const { from } = doc.lineAt(note.place.range.from);
      lines.set(from, [...(lines.get(from) ?? []), note]);
    }
    const builder = new RangeSetBuilder<GutterMarker>();
    for (const [from, notes] of lines) builder.add(from, from, new Numbers(notes));
    return builder.finish();
  },
  initialSpacer: () => new Numbers([]),
});

/** CodeMirror, with the parts that a receipt needs. Tab leaves it, like any field. */
function codeMirror({ changed, moved }: EditorEvents, text: string): Editor {
  const view = new EditorView({
    parent: byId('editor', HTMLElement),
    state: EditorState.create({
      doc: text,
      extensions: [
        numbers,
        history(),
        keymap.of(historyKeymap),
        colours,
        marks,
        lit,
        EditorView.cspNonce.of('codemirror'),
        EditorView.contentAttributes.of({ 'aria-labelledby': 'text-title', spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) changed();
          if (selectionSet) moved(state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    edit: (edits) => view.dispatch({ changes: [...edits], userEvent: 'input' }),
    mark: (notes, fault) => view.dispatch({ effects: setMarks.of({ notes, fault }) }),
    light: (range) => view.dispatch({ effects: setLit.of(range) }),
    reveal({ from, to }) {
      const end = Math.min(to, view.state.doc.length);
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: end },
        effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }),
      });
      view.focus();
    },
    undo: () => void undo(view),
    remove: () => view.destroy(),
  };
}

app.useEditor(codeMirror);
