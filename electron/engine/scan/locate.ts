import type { FoundInFile } from '#shared/contract/features/scan.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { ScanFinding } from '#shared/scan/finding.ts';
import { masked } from '#shared/scan/mend.ts';
import { joined } from '#shared/text/eraser.ts';

export type ScannedText = Pick<FoundInFile, 'place' | 'file'> & {
  readonly text: string;
  /** Null if the text has no entries. */
  readonly document: MemoryDocument | null;
};

export type LocatedFinding = Pick<FoundInFile, 'place' | 'file' | 'kind' | 'rule' | 'line' | 'text' | 'shown'> & {
  readonly entry: ParsedEntry | null;
};

/** Adds the place to each finding in a text. @param findings in the order of the text */
export function locateFinding(
  { place, file, text, document }: ScannedText,
  findings: readonly ScanFinding[],
): LocatedFinding[] {
  const entries = document?.entries ?? [];
  const secrets = findings.filter(({ kind }) => kind === 'secret');
  let next = 0;
  let nextSecret = 0;
  return findings.map((finding) => {
    const { kind, rule, line, from, to } = finding;
    while ((entries[next]?.range.to ?? Number.POSITIVE_INFINITY) <= from) {
      next += 1;
    }
    while ((secrets[nextSecret]?.to ?? Number.POSITIVE_INFINITY) <= from - before) {
      nextSecret += 1;
    }
    const after = entries[next];
    const entry = after && after.range.from < Math.max(to, from + 1) ? after : null;
    const part = text.slice(from, to);
    return {
      place,
      file,
      kind,
      rule,
      line,
      // An entry's finding is the same whatever its bracket says.
      text: kind === 'secret' ? part : entry ? joined(entry) : withoutBullet(part),
      shown: excerpt(text, { from, least: entry?.syntax.text.from ?? 0 }, secrets, nextSecret),
      entry,
    };
  });
}

const withoutBullet = (line: string): string => line.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '');

/** Characters shown before a finding, and from its beginning on. */
const before = 60;
const behind = 140;

/**
 * Part of the line around a finding, without any secret.
 * @param place the finding, and the earliest beginning of the part
 * @param first index of the first secret that may be in it
 */
function excerpt(
  text: string,
  { from, least }: { readonly from: number; readonly least: number },
  secrets: readonly ScanFinding[],
  first: number,
): string {
  const at = Math.max(from, /[\r\n]/.test(text.slice(from, least)) ? from : least);
  const back = text.slice(Math.max(0, at - before), at).split(/[\r\n]/);
  const start = Math.max(at - (back.at(-1) ?? '').length, Math.min(least, at));
  const stop = at + (/^[^\r\n]*/.exec(text.slice(at, at + behind))?.[0].length ?? 0);
  let shown = start > least && back.length === 1 ? '…' : '';
  let done = start;
  for (let index = first; (secrets[index]?.from ?? stop) < stop; index++) {
    const secret = secrets[index] ?? { from: stop, to: stop };
    if (secret.to > done) {
      shown += text.slice(done, Math.max(done, secret.from)) + masked;
      done = secret.to;
    }
  }
  const isCut = done < text.length && stop === at + behind;
  return shown + text.slice(done, Math.max(done, stop)) + (isCut ? '…' : '');
}
