import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { readableJson } from '#shared/conversations/reading/readable-json.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { filesOfPatch, parseFields, patchIn } from './call-input.ts';

/** Key of a block of an item, for the set of unfolded parts. */
export const foldKey = (at: number, block: number): string => `${at} ${block}`;

const maxLine = 160;

export const blockLine = (text: string): string => cutTo(oneLine(text.slice(0, maxLine * 4)), maxLine);

/** Fields that best describe a call, the best first. */
const telling = [
  'file_path',
  'notebook_path',
  'path',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
];

/** Summary of a tool call in a line: the file, command or question; empty if there is none. */
export function callInWords(input: string): string {
  const fields = parseFields(input);
  const patch = patchIn(fields, input);
  if (patch !== null) {
    return blockLine(filesOfPatch(patch).join(', '));
  }
  if (fields === null) {
    return blockLine(input === 'null' ? '' : input);
  }
  const named = telling.map((name) => fields[name]).find(isTelling);
  const value = named ?? Object.values(fields).find(isTelling);
  if (value !== undefined) {
    return blockLine(typeof value === 'string' ? value : value.join(' '));
  }
  return Object.keys(fields).length === 0 ? '' : blockLine(readableJson(input));
}

const isTelling = (value: unknown): value is string | string[] =>
  (typeof value === 'string' && value.trim() !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'));

export function callNames(items: readonly ConversationItem[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { blocks } of items) {
    for (const block of blocks) {
      if (block.kind === 'call' && block.id !== null) {
        names.set(block.id, block.name);
      }
    }
  }
  return names;
}
