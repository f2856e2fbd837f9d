import type { Params } from '#shared/contract/contract.ts';
import { call } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { isJsonRecord } from './timeline.ts';

type Json = Params<'work.edit'>['fields'][number]['before'];

/**
 * Removes an item from a list of a workflow in its present state, on record and undoable.
 * @param path path of the list, which is one name deep in a part of the context
 * @param action the person's action, in words
 */
export async function takeOutOfList(
  workspace: string,
  id: string,
  path: readonly [part: string, name: string],
  isMeant: (item: Json) => boolean,
  action: string,
): Promise<void> {
  const [part, name] = path;
  const { context } = await call('work.show', { workspace, id });
  if (context === null) {
    say('It is too long to be changed here. Correct its JSON.');
    return;
  }
  const list = isJsonRecord(context[part]) ? context[part][name] : null;
  const before = Array.isArray(list) ? list : [];
  const value = before.filter((item) => !isMeant(item));
  if (value.length < before.length) {
    const fields = [{ path: [part, name], before, value }];
    tellDone(workspace, await call('work.edit', { workspace, id, fields, action }));
  }
}

/** Path in an item of a list of files, however an agent writes it. */
export function pathOfFile(item: Json): string {
  const file = isJsonRecord(item) ? (item['path'] ?? item['file']) : item;
  return typeof file === 'string' ? file : JSON.stringify(item);
}

/** @param kind name of the list: `created`, `modified`, … */
export const takeFileOff = (workspace: string, id: string, kind: string, path: string): Promise<void> =>
  takeOutOfList(workspace, id, ['files', kind], (item) => pathOfFile(item) === path, 'Removed a file from the list');
