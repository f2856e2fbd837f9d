import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/**
 * The hidden names a write uses beside its target, made so that a later start can tell what it found:
 *
 * - `new`: text on its way in, perhaps half written, never in place. Nobody was told it was saved; it may be deleted.
 * - `aside`: complete and about to be exchanged, or already exchanged and then holding the version that was superseded.
 *   The name carries the start of the new text's hash: content that matches it was never in place, any other content
 *   is a person's.
 *
 * The process id says whether the writer may still be alive; the token tells two runs with the same id apart. The
 * names end in neither `.md` nor the target's own ending, so nobody who looks for memory files takes them for one.
 */
export type Leftover = {
  readonly kind: 'new' | 'aside';
  readonly pid: number;
  readonly token: string;
  /** First 16 digits of the hash of the text that was to be put in place; zeros when something was being removed. */
  readonly hash: string;
  /** The target's file name; cut off if it was very long. */
  readonly target: string;
};

/** Distinguishes this run from an earlier one whose process id the system has given to us. */
export const processToken = randomBytes(4).toString('hex');
export const noHash = '0'.repeat(16);

let count = 0;

/** The target's file name as hidden names contain it, cut off if it is very long. */
export const leftoverTarget = (path: string): string => cutToBytes(basename(path), 120);

export function leftoverPath(kind: Leftover['kind'], target: string, hash: string): string {
  count += 1;
  const name = leftoverTarget(target);
  return join(
    dirname(target),
    `.${name}.${process.pid}-${processToken}-${count}-${hash.slice(0, 16)}.contexture-${kind}`,
  );
}

const pattern = /^\.(.+)\.(\d+)-([0-9a-f]{8})-\d+-([0-9a-f]{16})\.contexture-(new|aside)$/;

export function isLeftoverName(name: string): boolean {
  return pattern.test(name);
}

export function parseLeftover(name: string): Leftover | null {
  const [, target, pid, token, hash, kind] = pattern.exec(name) ?? [];
  if (target === undefined || pid === undefined || token === undefined || hash === undefined || kind === undefined) {
    return null;
  }
  return { kind: kind === 'new' ? 'new' : 'aside', pid: Number(pid), token, hash, target };
}

function cutToBytes(name: string, limit: number): string {
  let cut = '';
  for (const character of name) {
    if (Buffer.byteLength(cut) + Buffer.byteLength(character) > limit) {
      break;
    }
    cut += character;
  }
  return cut;
}
