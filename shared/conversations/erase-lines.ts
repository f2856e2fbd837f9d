import { eraseFromJson, saidInJson } from '../text/erase-json.ts';
import type { Eraser } from '../text/eraser.ts';

/** Fields that say what stands where, in words of the format or by ids, and not what anybody said. */
const structure = new Set([
  'role',
  'type',
  'id',
  'tool_call_id',
  'tool_use_id',
  // Of other programs.
  'call_id',
  'parentId',
  'parentUuid',
  'session_id',
  'sessionId',
  'timestamp',
  'uuid',
]);

/** The text of a conversation’s file without what is erased. A line that is no JSON may hold it escaped, and is cut as it is. */
export const eraseFromLines = (text: string, eraser: Eraser): string =>
  text
    .split('\n')
    .map((line) => eraseFromLine(line, eraser))
    .join('\n');

/** A line, or a file that is JSON as a whole; the same where it is not in it. */
export const eraseFromLine = (line: string, eraser: Eraser): string => eraseFromJson(line, eraser, structure);

/** What a line, or JSON as a whole, says beside its structure. */
export const saidInLine = (line: string): readonly string[] => saidInJson(line, structure) ?? [line];
