import { eraseFromJson, saidInJson } from '../text/erase-json.ts';
import type { Eraser } from '../text/eraser.ts';

/** Fields with words of the format or ids, rather than anybody's text. */
const structure = new Set([
  'role',
  'type',
  'id',
  'tool_call_id',
  'tool_use_id',
  // Fields of other programs.
  'call_id',
  'parentId',
  'parentUuid',
  'session_id',
  'sessionId',
  'timestamp',
  'uuid',
]);

/** Erases a text from a conversation’s file. A line that is no JSON may hold it escaped, and is cut as it is. */
export const eraseFromLines = (text: string, eraser: Eraser): string =>
  text
    .split('\n')
    .map((line) => eraseFromLine(line, eraser))
    .join('\n');

/** Erases it from a line, or a file that is JSON as a whole; returns the same text if it is not in it. */
export const eraseFromLine = (line: string, eraser: Eraser): string => eraseFromJson(line, eraser, structure);

/** Lists the texts in a line, or JSON as a whole, outside its structure. */
export const saidInLine = (line: string): readonly string[] => saidInJson(line, structure) ?? [line];
