import { ContextureError } from '#shared/contract/errors.ts';
import type { ThreadFormat } from '#shared/conversations/formats/format.ts';
import { type ConversationSources, findConversation, readableFile } from '../find-conversations.ts';
import { wholeFilesOf } from '../whole-files.ts';
import type { Part } from './copies.ts';
import type { CopyReaders } from './saved-copies.ts';

export function createParts(sources: ConversationSources): CopyReaders {
  const files = wholeFilesOf(sources.ports);
  const formatOf = async (place: string, path: string): Promise<ThreadFormat | null> => {
    const format = await readableFile(sources, place, path);
    return format === null || format.reads === 'lines' ? null : format;
  };
  const readEach: CopyReaders['readEach'] = async ({ place, main }, wanted, take) => {
    const format = await formatOf(place, main);
    if (format !== null) {
      const changedAt = new Map(wanted.map((one) => [one.inner, one.changedAt]));
      const name = `conversation.${format.reads === 'tables' ? 'jsonl' : 'json'}`;
      await files.parts({ path: main, format }, [...changedAt.keys()], (inner, bytes) =>
        take(inner, { name, bytes, changedAt: changedAt.get(inner) ?? 0 }),
      );
    }
  };
  return {
    readEach,
    async read({ id }) {
      const conversation = await findConversation(sources, id);
      if (conversation?.inner == null) {
        return null;
      }
      const { inner, changedAt, place, path } = conversation;
      let part: Omit<Part, 'of'> | null = null;
      await readEach({ place: place.id, main: path }, [{ inner, changedAt }], async (_, read) => {
        part = read;
      });
      if (part === null) {
        const message = 'It can’t be read by itself, so it can’t be saved by itself. Save a copy of its file.';
        throw new ContextureError('value_invalid', message, { id });
      }
      return part;
    },
    async has({ place, main, inner }) {
      const format = await formatOf(place, main);
      const all = format === null ? null : files.all({ path: main, format });
      const conversations = await all?.catch(() => null);
      return conversations == null ? null : conversations.some((one) => one.inner === inner);
    },
  };
}
