import type { ChangeResult } from '#shared/contract/features/memory.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import type { Runtime } from './runtime.ts';

export type AnswerOptions = { readonly json?: boolean | undefined };

/** Prints an answer: for a script as JSON, else as lines for a person. */
export function answer(runtime: Runtime, { json }: AnswerOptions, value: unknown, lines: readonly string[]): void {
  runtime.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${lines.join('\n')}\n`);
}

export function changeLines({ change, archived, notes }: ChangeResult): string[] {
  return [
    change === null ? 'Nothing changed.' : `${oneLine(change.label)}.`,
    ...archived.map(({ key, value }) => `Archived to make room: ${oneLine(key === null ? value : `${key}: ${value}`)}`),
    ...notes.map(oneLine),
  ];
}
