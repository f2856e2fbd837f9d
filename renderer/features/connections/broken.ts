import { call } from '../../api/connection.ts';
import { type Broken, brokenIn, brokenInWords } from './broken-words.ts';

export const readBroken = async (workspace: string): Promise<readonly Broken[]> =>
  brokenIn((await call('connections.list', { workspace })).programs);

/** The same in one line, for the rail; null for none. */
export const readMark = async (workspace: string): Promise<string | null> => brokenInWords(await readBroken(workspace));
