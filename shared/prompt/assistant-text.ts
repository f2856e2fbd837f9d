import type { AssistantPart } from '../contract/features/assistant.ts';
import { fitsWithin, type TextMeasure } from '../entries/measure.ts';
import { oneLine, withoutBlockTags } from './line-text.ts';

export type AssistantSource = {
  readonly kind: AssistantPart['kind'];
  readonly name: string;
  readonly text: string;
};

export type AssistantText = {
  readonly text: string;
  readonly parts: readonly AssistantPart[];
  readonly tokens: number;
  /** End of the part within the limit. */
  readonly fits: number;
};

/** Joins the text an assistant starts with: each file under its name, then the memory. `limit` in tokens. */
export function assistantText(given: readonly AssistantSource[], limit: number, measure: TextMeasure): AssistantText {
  let text = '';
  const parts = given.map(({ kind, name, text: own }): AssistantPart => {
    const from = text === '' ? 0 : text.length + 2;
    const labelled = kind === 'file' ? labelledFile(name, own) : own;
    text += `${text === '' ? '' : '\n\n'}${labelled}`;
    return { kind, name, from, to: text.length, tokens: measure.tokensOf(measure.ofText(labelled)) };
  });
  return { text, parts, tokens: measure.tokensOf(measure.ofText(text)), fits: fitsWithin(text, limit, measure) };
}

/** Formats a file for an assistant: under its name, with nothing that passes for another file or for the memory. */
export const labelledFile = (name: string, text: string): string => `${fileLabel(name)}\n\n${ofFile(text)}`;

/** Formats a file's name for its label, so that no name can end it early or carry on to another line. */
function fileLabel(name: string): string {
  const inert = oneLine(name).replaceAll('[', '(').replaceAll(']', ')');
  return withoutBlockTags(`[Context from ${inert}]`);
}

/** Escapes text of a file that would pass for the label of another file, or for the memory. */
function ofFile(text: string): string {
  return withoutBlockTags(text.trimEnd()).replace(/\[(?=Context from )/gi, (bracket, at: number, whole: string) =>
    beginsLine(whole, at) ? '&#91;' : bracket,
  );
}

/** True if only white space is before a place in its line. */
function beginsLine(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && /[^\S\n\r\u2028\u2029]/.test(text[from - 1] as string)) {
    from -= 1;
  }
  return from === 0 || /[\n\r\u2028\u2029]/.test(text[from - 1] as string);
}
