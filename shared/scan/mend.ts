import { splitVisible } from '../text/visible-characters.ts';
import type { FindingKind } from './finding.ts';

/** Mask in place of a secret. */
export const masked = '•••';

/** Removes a finding: masks a secret, drops hidden characters. Null if a person has to say which part stays. */
export function withoutFinding(kind: FindingKind, found: string, text: string): string | null {
  const after = { secret: withoutSecret, hidden: withoutHidden, instruction: () => text }[kind](text, found);
  return after === text ? null : after;
}

/** Recovers the text behind a mask, the longest of several, if an earlier text is the same around it; else null. */
export function unmasked(now: string, before: string): string | null {
  const around = now.split(masked).map(literally);
  const matches = new RegExp(`^${around.join('(.+?)')}$`, 'su').exec(before)?.slice(1) ?? [];
  const [longest] = matches.filter((text) => text !== masked).toSorted((one, other) => other.length - one.length);
  return longest ?? null;
}

/** Escapes a text as a pattern for itself. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Masks a secret, whose lines may be indented in the file and not in the entry's value. */
function withoutSecret(text: string, secret: string): string {
  const lines = secret.split(/\s*\n\s*/);
  const pattern = lines.map(literally).join(String.raw`\s+`);
  return text.replace(new RegExp(pattern, 'gu'), masked);
}

const withoutHidden = (text: string): string =>
  splitVisible(text)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('');
