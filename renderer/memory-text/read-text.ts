import { wholeText } from '#shared/contract/reading/texts.ts';
import { call } from '../api/connection.ts';
import { type FileText, fileText } from './file-text.ts';

/** Reads the file's whole text, or a kept version of it. */
export async function readText(workspace: string, wanted?: string | null): Promise<FileText> {
  if (wanted === null) {
    return fileText(null, '');
  }
  const first = await call('text.read', wanted === undefined ? { workspace } : { workspace, version: wanted });
  const { version } = first;
  const readOn = async (from: number): Promise<string> =>
    version === null ? '' : (await call('text.read', { workspace, version, from })).text;
  return fileText(version, await wholeText(first, readOn));
}
