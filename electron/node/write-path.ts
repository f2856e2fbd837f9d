import type { Displaced, Files } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { saying } from './file-errors.ts';
import { removeOnce } from './remove-file.ts';
import { replaceOnce } from './replace-file.ts';
import type { Outcome, WritePathContext } from './write-attempt.ts';

const maxAttempts = 8;
const unchanged = 'The file is unchanged.';

/**
 * The one way a person's file is ever written. The caller holds the workspace's lock; the steps here protect against
 * those who take no lock, and against everything that can fail: after each step the target is whole, old or new.
 */
export function createWritePath(context: WritePathContext): Pick<Files, 'replace' | 'remove'> {
  return {
    replace: (path, bytes) => untilDone('save', path, () => replaceOnce(context, path, bytes)),
    remove: (path) => untilDone('remove', path, () => removeOnce(context, path)),
  };
}

async function untilDone(doing: string, path: string, once: () => Promise<Outcome>): Promise<Displaced> {
  return await saying({ doing, path, outcome: unchanged }, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const outcome = await once();
      if (outcome !== 'again') {
        return outcome;
      }
    }
    throw new ContextureError(
      'busy',
      `Could not ${doing} ${path}: another program keeps replacing it. ${unchanged} Wait a moment, then try again.`,
      { path },
      { retry: true },
    );
  });
}
