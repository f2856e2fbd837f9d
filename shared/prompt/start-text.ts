import type { AssistantPart } from '../contract/features/assistant.ts';
import type { TextMeasure } from '../entries/measure.ts';
import { type AssistantSource, type AssistantText, assistantText } from './assistant-text.ts';
import { fillTemplate } from './fill-template.ts';

type StartsWith = {
  /** Files it reads first, in order. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Introduction to the memory; null for none. */
  readonly guidance: string | null;
  readonly memory: { readonly name: string; readonly text: string };
};

/** Joins the text an assistant starts with: files, guidance, memory, like the default template. `limit` in tokens. */
export function startText({ files, guidance, memory }: StartsWith, limit: number, measure: TextMeasure): AssistantText {
  const sources: AssistantSource[] = files.map((file) => ({ kind: 'file', ...file }));
  if (guidance !== null) {
    sources.push({ kind: 'guidance', name: 'guidance', text: guidance });
  }
  return assistantText([...sources, { kind: 'context', name: memory.name, text: memory.text }], limit, measure);
}

type Start = { readonly text: string; readonly parts: readonly Pick<AssistantPart, 'kind' | 'from' | 'to'>[] };

/** Replaces the rendered memory: a connection has its own line numbers. */
export const withMemory = (start: Start, memory: string): string =>
  `${before(start, ({ kind }) => kind === 'context')}${memory}`;

/** Returns the files alone, with their separator from the following text; empty if there are none. */
export const startFiles = (start: Start): string => before(start, ({ kind }) => kind !== 'file');

/** Puts the files before a template with the memory of a start and the day filled in. */
export const fillAfterFiles = (start: Start & { readonly today: string }, template: string): string =>
  `${startFiles(start)}${fillStart(start, template)}`;

export function fillStart({ text, parts, today }: Start & { readonly today: string }, template: string): string {
  const memory = parts.find(({ kind }) => kind === 'context');
  return fillTemplate(template, { today, globalContext: memory ? text.slice(memory.from, memory.to) : '' });
}

const before = ({ text, parts }: Start, isIt: (part: Pick<AssistantPart, 'kind'>) => boolean): string =>
  text.slice(0, parts.find(isIt)?.from ?? text.length);
