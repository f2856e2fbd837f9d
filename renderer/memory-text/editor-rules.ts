import { Facet, StateEffect } from '@codemirror/state';
import { estimate, type TextMeasure } from '#shared/entries/measure.ts';

/** Which form the text is read in; only a context has brackets, a limit, and problems. */
export type EditorFormat = 'context' | 'markdown';

/** What the text is measured against. It changes while an editor is open: at midnight, with the settings, and once more is counted. */
export type EditorRules = {
  /** The day it is, `YYYY-MM-DD`. */
  readonly today: string;
  /** Tokens the memory may have. */
  readonly limit: number;
  readonly measure: TextMeasure;
};

const sameRules = (a: EditorRules, b: EditorRules): boolean =>
  a.today === b.today && a.limit === b.limit && a.measure === b.measure;

/** The rules an editor begins with; in a compartment they can be changed like any other configuration. */
export const editorRules: Facet<EditorRules, EditorRules> = Facet.define({
  combine: (given) => given[0] ?? { today: todayHere(), limit: 2000, measure: estimate },
  compare: sameRules,
});

/** Changes the rules of an open editor. */
export const changeRules = StateEffect.define<EditorRules>();

export const editorFormat: Facet<EditorFormat, EditorFormat> = Facet.define({
  combine: (given) => given[0] ?? 'context',
});

function todayHere(): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
