import type { Result } from '#shared/contract/methods.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';

export type WholeText = Pick<Result<'assistant.read'>, 'text' | 'parts' | 'tokens' | 'fits' | 'listProblem'>;

/** All an assistant starts with, piece by piece of one version. */
export async function readWholeText(workspace: string): Promise<WholeText> {
  for (;;) {
    const first = await call('assistant.read', { workspace });
    let { text } = first;
    try {
      while (text.length < first.total) {
        const piece = await call('assistant.read', { workspace, version: first.version, from: text.length });
        text += piece.text;
      }
      const { parts, tokens, fits, listProblem } = first;
      return { text, parts, tokens, fits, listProblem };
    } catch (error) {
      if (problemOf(error).code !== 'revision_gone') {
        throw error;
      }
    }
  }
}
