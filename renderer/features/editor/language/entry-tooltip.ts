import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Confidence } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { withProgramNamed } from '#shared/programs/program-ids.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { dom } from '../../../memory-text/dom.ts';
import { keyRange } from '../../../memory-text/entry-parts.ts';
import { freshReading, type TextReading } from '../../../memory-text/reading.ts';
import { rankInWords } from '../../../wording/counts.ts';
import { dateInWords } from '../../../wording/dates.ts';
import { aboutKindNames, categoryNames, confidenceNames, sourceInWords } from '../../../wording/names.ts';
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

const showEntryTooltip: Command = (view) => {
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

const hideEntryTooltip: Command = (view) => {
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
      { key: 'Mod-i', run: showEntryTooltip, preventDefault: true },
      { key: 'Escape', run: hideEntryTooltip },
    ]),
  ),
];

export const confidenceDots: Readonly<Record<Confidence, string>> = {
  certain: '●●●',
  likely: '●●○',
  tentative: '●○○',
};

type EntryInWords = ReturnType<typeof entryInWords>;

export function entryInWords(entry: ParsedEntry, { ranks, rules }: TextReading) {
  const { pinned, until, about } = entry.flags;
  const rank = ranks.get(entry);
  return {
    category: categoryNames[entry.category ?? 'unsorted'],
    confidence: entry.confidence,
    confidenceInWords: confidenceNames[entry.confidence] + (entry.ownConfidence ? '' : ', like its section'),
    details: [
      entry.date === null ? 'Date unknown' : `Learned ${dateInWords(entry.date)}`,
      origin(entry.source),
      amountInWords(rules.measure.tokensOf(rules.measure.weightOf(entry)), rules.measure.name),
      ...(about === null ? [] : [`About ${about.name}, ${aboutKindNames[about.kind]}`]),
      ...(pinned ? ['Pinned: never archived automatically'] : []),
      ...(until !== null && until >= rules.today ? [`Protected until ${dateInWords(until)}`] : []),
      ...(rank === undefined ? [] : [`Archived next (${rankInWords(rank)} of ${ranks.size})`]),
    ],
  };
}

function origin(source: string | null): string {
  const words = sourceInWords(source);
  return source === null ? 'Source unknown' : words === withProgramNamed(source) ? `From ${words}` : words;
}

export function entrySentence({ category, confidenceInWords, details }: EntryInWords): string {
  return `${[category, confidenceInWords, ...details].join('. ')}.`;
}
