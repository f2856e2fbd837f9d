import { ContextureError } from '#shared/contract/errors.ts';
import { findConversation, type Looked, readableFile } from '../find-conversations.ts';
import { wholeFilesOf } from '../whole-files.ts';
import type { Parts } from './kept-copies.ts';

/** Conversations in the files that they share with others, where those may be read. */
export function createParts(looked: Looked): Parts {
  const files = wholeFilesOf(looked.ports);
  return {
    async read({ id }) {
      const found = await findConversation(looked, id);
      const { format, keptAs } = found?.place ?? {};
      if (found?.inner == null || format === undefined || format.reads === 'lines') {
        return null;
      }
      const bytes = await files.part({ path: found.path, format }, found.inner);
      if (bytes === null) {
        const message = 'Its file has no name for it, so it can’t be kept by itself. Export it instead.';
        throw new ContextureError('value_invalid', message, { id });
      }
      const name = `conversation.${keptAs === undefined ? 'json' : 'jsonl'}`;
      return { name, bytes, changedAt: found.changedAt };
    },
    async has({ place, main, inner }) {
      const format = await readableFile(looked, place, main);
      const all = format === null || format.reads === 'lines' ? null : files.all({ path: main, format });
      const conversations = await all?.catch(() => null);
      return conversations == null ? null : conversations.some((one) => one.inner === inner);
    },
  };
}
