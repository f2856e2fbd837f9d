import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { dom } from '../../../memory-text/dom.ts';
import { keyRange } from '../../../memory-text/entry-parts.ts';
import { freshReading } from '../../../memory-text/reading.ts';
import { confidenceDots, type EntryInWords, entryInWords, entrySentence } from './entry-words.ts';
import { entryAt } from './fixes.ts';

/** Entry whose bracket or key is at an offset, and its range. */
function entryNamedAt(state: EditorState, offset: number): { entry: ParsedEntry; from: number; to: number } | null {
  const reading = freshReading(state);
  const entry = entryAt(reading, offset);
  if (!entry) {
    return null;
  }
  const key = keyRange(reading.document.text, entry);
  const part = [entry.syntax.bracket, key].find((range) => range && range.from <= offset && offset <= range.to);
  return part ? { entry, from: part.from, to: part.to } : null;
}

const hover = hoverTooltip(
  (view, offset): Tooltip | null => {
    const hovered = entryNamedAt(view.state, offset);
    return hovered && tooltip(hovered.from, hovered.to, entryInWords(hovered.entry, freshReading(view.state)));
  },
  { hoverTime: 350, hideOnChange: true },
);

function tooltip(pos: number, end: number, words: EntryInWords): Tooltip {
  return { pos, end, above: true, create: () => ({ dom: render(words) }) };
}

function render({ category, confidence, confidenceInWords, details }: EntryInWords): HTMLElement {
  const dots = { class: 'cm-tooltip-dots', 'data-confidence': confidence, 'aria-hidden': 'true' };
  const title = dom(
    'div',
    { class: 'cm-tooltip-title' },
    dom('span', {}, category),
    dom('span', dots, confidenceDots[confidence]),
    dom('span', { class: 'cm-tooltip-confidence' }, confidenceInWords),
  );
  const lines = details.map((detail) => dom('div', { class: 'cm-tooltip-detail' }, nameHidden(detail)));
  return dom('div', { class: 'cm-entry-tooltip' }, title, ...lines);
}

const showDetails = StateEffect.define<Tooltip | null>();

/** Tooltip by keyboard: opened at the cursor, closed by the next key. */
const keyTooltip = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    const effect = transaction.effects.find((candidate) => candidate.is(showDetails));
    if (effect?.is(showDetails)) {
      return effect.value;
    }
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

const tellEntry: Command = (view) => {
  const { head } = view.state.selection.main;
  const reading = freshReading(view.state);
  const entry = entryAt(reading, head);
  const words = entry && entryInWords(entry, reading);
  view.dispatch({
    effects: [
      showDetails.of(entry && words ? tooltip(entry.syntax.marker, entry.syntax.marker + 1, words) : null),
      EditorView.announce.of(words ? entrySentence(words) : 'There is no entry here.'),
    ],
  });
  return true;
};

const tellNoMore: Command = (view) => {
  if (!view.state.field(keyTooltip)) {
    return false;
  }
  view.dispatch({ effects: showDetails.of(null) });
  return true;
};

/** Facts about an entry, when pointing at its bracket or key, and with Mod-i at the cursor. */
export const entryTooltips: Extension = [
  hover,
  keyTooltip,
  Prec.high(
    keymap.of([
      { key: 'Mod-i', run: tellEntry, preventDefault: true },
      { key: 'Escape', run: tellNoMore },
    ]),
  ),
];
