import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { leavingNext, leavingOrder } from '#shared/entries/archive-plan.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { type HeadingRange, headingsOf } from '#shared/formats/other-lines.ts';
import { fullnessOf } from '../entries/measure/fullness.ts';
import { changeRules, type EditorRules, editorFormat, editorRules } from './editor-rules.ts';

export type TextReading = {
  readonly format: MemoryFormat;
  readonly rules: EditorRules;
  readonly document: MemoryDocument;
  readonly headings: readonly HeadingRange[];
  readonly tokens: number;
  /** Entries that may be archived, in the order they leave. */
  readonly order: readonly ParsedEntry[];
  /** Rank from 1 of the entries that leave next. */
  readonly ranks: ReadonlyMap<ParsedEntry, number>;
  /** True if the limit is near enough for marks on the entries that leave next, as in Review. */
  readonly near: boolean;
};

type HeldReading = {
  readonly reading: TextReading;
  /** Changes since it was read; null if there are none. */
  readonly since: ChangeDesc | null;
};

/** Reads the text together with its transaction, rather than a moment later. */
export const readAtOnce = StateEffect.define<null>();

/** Each text is read once for all callers, and after a change only the new part is read. */
const documents = new WeakMap<MemoryFormat, WeakMap<Text, MemoryDocument>>();

function documentOf(text: Text, format: MemoryFormat, before: TextReading | null): MemoryDocument {
  const byText = documents.get(format) ?? new WeakMap<Text, MemoryDocument>();
  documents.set(format, byText);
  const document =
    byText.get(text) ?? format.read(text.toString(), before?.format === format ? before.document : undefined);
  byText.set(text, document);
  return document;
}

function interpret(document: MemoryDocument, format: MemoryFormat, rules: EditorRules): TextReading {
  const { limit, measure } = rules;
  const weight = measure.ofDocument(document);
  const tokens = measure.tokensOf(weight);
  const order = format.archive
    ? leavingOrder(document.entries, rules.today, document.frontmatter.lastUpdated?.value ?? null)
    : [];
  const next = leavingNext(order, { weight, limit, measure });
  return {
    format,
    rules,
    document,
    headings: headingsOf(document),
    tokens,
    order,
    ranks: new Map(next.map((entry, index) => [entry, index + 1])),
    near: format.capabilities.budget !== null && fullnessOf(tokens, limit) !== 'roomy',
  };
}

const held = StateField.define<HeldReading>({
  create: (state) => ({
    reading: readingNow(state.doc, state.facet(editorFormat), state.facet(editorRules), null),
    since: null,
  }),
  update(before, transaction) {
    const rules = rulesAfter(before.reading.rules, transaction);
    const format = transaction.state.facet(editorFormat);
    const since = !transaction.docChanged
      ? before.since
      : before.since
        ? before.since.composeDesc(transaction.changes.desc)
        : transaction.changes.desc;
    if (format !== before.reading.format || transaction.effects.some((effect) => effect.is(readAtOnce))) {
      return { reading: readingNow(transaction.newDoc, format, rules, before.reading), since: null };
    }
    if (rules !== before.reading.rules) {
      return { reading: interpret(before.reading.document, format, rules), since };
    }
    return since === before.since ? before : { reading: before.reading, since };
  },
});

function readingNow(text: Text, format: MemoryFormat, rules: EditorRules, before: TextReading | null): TextReading {
  return interpret(documentOf(text, format, before), format, rules);
}

function rulesAfter(before: EditorRules, transaction: Transaction): EditorRules {
  const changed = transaction.effects.findLast((effect) => effect.is(changeRules));
  if (changed?.is(changeRules)) {
    return changed.value;
  }
  const configured = transaction.state.facet(editorRules);
  return transaction.startState.facet(editorRules) === configured ? before : configured;
}

/** Milliseconds a text rests before it is read again: longer texts take longer, and typing must not wait for them. */
const restOf = (length: number): number => Math.min(2000, 150 + length / 5000);

const reader = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly view: EditorView;

    constructor(view: EditorView) {
      this.view = view;
      this.schedule();
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) {
        this.schedule();
      }
    }

    destroy(): void {
      clearTimeout(this.timer);
    }

    private schedule(): void {
      clearTimeout(this.timer);
      if (this.view.state.field(held).since !== null) {
        this.after(restOf(this.view.state.doc.length), () => this.read());
      }
    }

    /** Split into two turns: a key that comes meanwhile waits for one of them at most, and restarts the rest. */
    private read(): void {
      const { doc } = this.view.state;
      const { reading: last } = this.view.state.field(held);
      documentOf(doc, last.format, last);
      this.after(0, () => this.view.dispatch({ effects: readAtOnce.of(null) }));
    }

    private after(wait: number, work: () => void): void {
      this.timer = setTimeout(() => (this.view.composing ? this.schedule() : work()), wait);
    }
  },
);

/** Reads the text of an editor, and again whenever it has rested for a moment. */
export const reading: Extension = [held, reader];

/** Last reading. Its offsets are those of the text at that time: see {@link placeNow}. */
export const readingOf = (state: EditorState): TextReading => state.field(held).reading;

/** Reading of the present text, made now if necessary. Too slow to run with each key. */
export function freshReading(state: EditorState): TextReading {
  const { reading: last, since } = state.field(held);
  return since === null ? last : readingNow(state.doc, last.format, last.rules, last);
}

export function sameReading(a: EditorState, b: EditorState): boolean {
  return a.field(held).reading === b.field(held).reading;
}

export const upToDate = (state: EditorState): boolean => state.field(held).since === null;

/** Present place of an offset of the last reading. */
export function placeNow(state: EditorState, offset: number, side: -1 | 1 = 1): number {
  const { since } = state.field(held);
  return since ? since.mapPos(offset, side) : offset;
}

/** Offset in the last reading of a present place. */
export function placeThen(state: EditorState, offset: number): number {
  const { since } = state.field(held);
  return since ? since.invertedDesc.mapPos(offset, -1) : offset;
}
