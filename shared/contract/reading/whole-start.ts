import type { Result } from '../contract.ts';
import { toContextureError } from '../errors.ts';
import type { Client } from '../wire/client.ts';
import { wholeText } from './whole-text.ts';

/** Text an assistant starts with, and its details. */
export type WholeStart = Omit<Result<'assistant.read'>, 'version' | 'total'>;

/** Reads all an assistant starts with, piece by piece of one version; starts over if it changes in between. */
export async function readWholeStart({ call }: Pick<Client, 'call'>, workspace: string): Promise<WholeStart> {
  for (;;) {
    const { version, total, ...first } = await call('assistant.read', { workspace });
    const readOn = async (from: number): Promise<string> =>
      (await call('assistant.read', { workspace, version, from })).text;
    try {
      return { ...first, text: await wholeText({ text: first.text, total }, readOn) };
    } catch (error) {
      if (toContextureError(error).code !== 'revision_gone') {
        throw error;
      }
    }
  }
}
