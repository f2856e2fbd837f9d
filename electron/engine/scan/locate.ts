import type { FoundInFile } from '#shared/contract/features/scan.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { Finding } from '#shared/scan/finding.ts';
import { masked } from '#shared/scan/mend.ts';

/** A text that is looked at, and where it is. */
export type Looked = Pick<FoundInFile, 'place' | 'file'> & {
  readonly text: string;
  /** Null where nobody reads entries of it. */
  readonly document: MemoryDocument | null;
};

/** Something found, with the words it was found in. */
export type Located = Pick<FoundInFile, 'place' | 'file' | 'kind' | 'rule' | 'line' | 'text' | 'shown'> & {
  readonly entry: ParsedEntry | null;
};

/** Says of what was found in a text where that is. @param findings in the order of the text */
export function locate({ place, file, text, document }: Looked, findings: readonly Finding[]): Located[] {
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
    const entry = entries[next];
    const said = text.slice(from, to);
    return {
      place,
      file,
      kind,
      rule,
      line,
      text: kind === 'secret' ? said : withoutBullet(said),
      shown: excerpt(text, from, secrets, nextSecret),
      entry: entry && entry.range.from < Math.max(to, from + 1) ? entry : null,
    };
  });
}

const withoutBullet = (line: string): string => line.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '');

/** Characters that are shown before what was found and from there on. */
const before = 60;
const after = 140;

/** What stands around a place, on its line, without any secret. @param first of the secrets that may stand there */
function excerpt(text: string, at: number, secrets: readonly Finding[], first: number): string {
  const back = text.slice(Math.max(0, at - before), at).split(/[\r\n]/);
  const start = at - (back.at(-1) ?? '').length;
  const stop = at + (/^[^\r\n]*/.exec(text.slice(at, at + after))?.[0].length ?? 0);
  let shown = start > 0 && back.length === 1 ? '…' : '';
  let done = start;
  for (let index = first; (secrets[index]?.from ?? stop) < stop; index++) {
    const { from, to } = secrets[index] ?? { from: stop, to: stop };
    if (to > done) {
      shown += text.slice(done, Math.max(done, from)) + masked;
      done = to;
    }
  }
  const isCut = done < text.length && stop === at + after;
  return shown + text.slice(done, Math.max(done, stop)) + (isCut ? '…' : '');
}
