import type { Result } from '../contract.ts';
import { ContextureError } from '../errors.ts';
import type { Client } from '../wire/client.ts';
import { untilUnchanged } from './pages.ts';

type Call = Client['call'];
type Calls = Pick<Client, 'call'>;

/** Joins a text that comes in pieces: `first`, and then what `read` returns from each position. */
export async function wholeText(
  first: { readonly text: string; readonly total: number },
  read: (from: number) => Promise<string>,
): Promise<string> {
  let { text } = first;
  while (text.length < first.total) {
    const piece = await read(text.length);
    if (piece === '') {
      break;
    }
    text += piece;
  }
  return text;
}

type Piece = { readonly text: string | null; readonly total: number; readonly version: string | null };

/** Reads a text that comes in pieces, all of one version; a text written meanwhile is read again. */
export const readOneVersion = <P extends Piece>(read: (from: number) => Promise<P>): Promise<P> =>
  untilUnchanged(async () => {
    const first = await read(0);
    const further = async (from: number): Promise<string> => {
      const { text, version } = await read(from);
      if (version !== first.version || text === null || text === '') {
        throw new ContextureError('revision_gone', 'The text was written meanwhile.');
      }
      return text;
    };
    return first.text === null
      ? first
      : { ...first, text: await wholeText({ text: first.text, total: first.total }, further) };
  });

/** Reads the whole text of a storage and its version; null for both if there is none. */
export const readStorageText = (call: Call, workspace: string, file: string) =>
  readOneVersion((from) => call('storages.read', { workspace, file, from }));

/** Reads the whole text of a file of a workflow, and its version. @param file its path in the folder of the workflow */
export const readWholeWorkText = ({ call }: Calls, workspace: string, id: string, file: string) =>
  readOneVersion((from) => call('work.text', { workspace, id, file, from }));

export type WholeStart = Result<'assistant.read'>;

export const readWholeStart = ({ call }: Calls, workspace: string): Promise<WholeStart> =>
  readOneVersion((from) => call('assistant.read', { workspace, from }));
