import { Facet, StateEffect } from '@codemirror/state';
import { estimate, type TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { dayOfMoment } from '../wording/dates.ts';

/** Rules the text is measured by. They change while it is open: at midnight, with the settings, once more is counted. */
export type EditorRules = {
  /** Today's date, `YYYY-MM-DD`. */
  readonly today: string;
  readonly limit: number;
  readonly measure: TextMeasure;
};

const sameRules = (a: EditorRules, b: EditorRules): boolean =>
  a.today === b.today && a.limit === b.limit && a.measure === b.measure;

/** Initial rules of an editor; in a compartment they can be changed like any other configuration. */
export const editorRules: Facet<EditorRules, EditorRules> = Facet.define({
  combine: (given) => given[0] ?? { today: dayOfMoment(Date.now()), limit: 2000, measure: estimate },
  compare: sameRules,
});

export const changeRules = StateEffect.define<EditorRules>();

export const editorFormat: Facet<MemoryFormat, MemoryFormat> = Facet.define({
  combine: (given) => given[0] ?? ownMemory.format,
});
