import { ContextureError } from '#shared/contract/errors.ts';
import type { StoredLineProblem } from '#shared/contract/features/conversation-store.ts';
import type { Message } from '#shared/conversations/message.ts';
import { readMessageLine } from '#shared/conversations/read-messages.ts';
import { orLogged } from '../../or-logged.ts';
import type { Turn } from '../../workspace/access.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { linesFrom } from '../lines.ts';
import { ownFolderOf, ownFoldersOf } from '../own-folders.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'access' | 'commit'> & { readonly isSample: boolean };

/** Maximum bytes read of any file: a longer one could not be kept in the history when it is cleared. */
const maxBytes = 64 * 1024 * 1024;
/** Half of the maximum for a message on the wire, so that one always fits in an answer. */
const maxLineBytes = 2 * 1024 * 1024;

/** A line of a conversation: its place in bytes, and its content. */
export type StoredLine = { readonly at: number; readonly end: number } & (
  | { readonly message: Message; readonly bytes: number }
  | { readonly problem: StoredLineProblem }
);

export type ConversationStore = ReturnType<typeof createConversationStore>;

/** Conversations as files of lines. The history copies one only before a change that doesn't just add to it. */
export function createConversationStore({ ports, layout, links, access, isSample, commit }: Needs) {
  const pathOf = layout.conversationPath;
  const own = ownFolderOf(layout);
  /** Registers the folder, so that its conversations are listed when the workspace is closed too. */
  const note = (): Promise<unknown> =>
    isSample
      ? Promise.resolve()
      : orLogged(ports, 'Where conversations are kept could not be noted', () => ownFoldersOf(ports).note(own));

  return {
    pathOf,
    /** Registers the folder while the workspace is open. @returns a function that ends this, unless anything is kept there */
    async opened(): Promise<() => void> {
      const isThere = (await ports.files.info(own.folder).catch(() => null))?.kind === 'folder';
      await (isThere ? note() : null);
      return ownFoldersOf(ports).opened(own);
    },
    async list() {
      await links.checkInside(layout.conversationsFolder);
      const items = await ports.files.list(layout.conversationsFolder);
      const names = items.flatMap(({ name, kind }) => (kind === 'file' ? (/^(.+)\.jsonl$/.exec(name)?.[1] ?? []) : []));
      const conversations = names.map(async (name) => {
        const path = pathOf(name);
        const info = await ports.files.info(path);
        return info ? [{ name, path, bytes: info.size, changedAt: info.modifiedAt }] : [];
      });
      return (await Promise.all(conversations)).flat();
    },
    size: async (name: string): Promise<number> => (await ports.files.info(pathOf(name)))?.size ?? 0,
    /** Adds messages in one write. @throws `too_large` for a message or a conversation too long to read again */
    async add(turn: Turn, name: string, messages: readonly Message[]) {
      const lines = messages.map((message) => JSON.stringify(message));
      for (const line of lines) {
        if (ports.encodeText(line).length > maxLineBytes) {
          const message = 'A message is longer than 2 MB. Nothing was added. Leave files out of it.';
          throw new ContextureError('too_large', message);
        }
      }
      await commit.checkThere();
      const added = await access.locked(turn, async (locked) => {
        await commit.attemptSettle(locked);
        const path = pathOf(name);
        await links.checkStill(path);
        return ports.files.append(path, lines, { maxBytes });
      });
      await note();
      return added;
    },
    /** Reads the lines from one that begins at `from`; empty if there is no such conversation. */
    async *lines(name: string, from = 0): AsyncGenerator<StoredLine> {
      const path = pathOf(name);
      await links.checkInside(path);
      for await (const { at, end, bytes } of linesFrom(ports, path, from)) {
        const place = { at, end };
        if (bytes === null || bytes.length > maxLineBytes) {
          yield { ...place, problem: 'too_long' };
          continue;
        }
        const read = readMessageLine(ports.decodeText(bytes));
        if (read) {
          yield 'message' in read ? { ...place, ...read, bytes: bytes.length } : { ...place, ...read };
        }
      }
    },
  };
}
