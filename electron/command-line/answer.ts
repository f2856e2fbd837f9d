import type { ChangeResult } from '#shared/contract/changes.ts';
import { type Json, printJson } from '#shared/formats/workflow/json-values.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { replaceControls } from '#shared/text/visible-characters.ts';
import type { Runtime } from './runtime.ts';

export type AnswerOptions = { readonly json?: boolean | undefined };

export function answer(runtime: Runtime, { json }: AnswerOptions, value: unknown, lines: readonly string[]): void {
  runtime.write(json ? `${jsonText(value, 2)}\n` : `${lines.join('\n')}\n`);
}

export const jsonText = (value: unknown, indent = 0): string =>
  withoutControls(printJson(value as Json, ' '.repeat(indent)));

/** Escapes control characters that a terminal obeys: `JSON.stringify` leaves those of U+007F and up as they are. */
export const withoutControls = (json: string): string =>
  replaceControls(json, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function changeLines({ change, archived, notes }: ChangeResult): string[] {
  return [
    change === null ? 'Nothing changed.' : `${oneLine(change.label)}.`,
    ...archived.map(
      ({ key, value }) => `Archived automatically: ${oneLine(key === null ? value : `${key}: ${value}`)}`,
    ),
    ...notes.map(oneLine),
  ];
}
