import { splitVisible } from '../text/visible-characters.ts';
import type { FindingKind } from './finding.ts';

/** What stands for a secret that was masked. */
export const masked = '•••';

/**
 * A text without what was found in it: a secret masked, hidden characters left out. Null where that is not the whole
 * remedy: of what reads like an instruction only a person can say what is to stay.
 */
export function mended(kind: FindingKind, found: string, text: string): string | null {
  const after = { secret: withoutSecret, hidden: withoutHidden, instruction: () => text }[kind](text, found);
  return after === text ? null : after;
}

/** What stood where a text is masked by now, if an earlier one is the same around it; the longest of several. Null otherwise. */
export function unmasked(now: string, before: string): string | null {
  const around = now.split(masked).map(literally);
  const found = new RegExp(`^${around.join('(.+?)')}$`, 'su').exec(before)?.slice(1) ?? [];
  const [longest] = found.filter((text) => text !== masked).toSorted((one, other) => other.length - one.length);
  return longest ?? null;
}

/** The pattern of a text that is nothing but that text. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Lines of a secret may be indented in the file and not in the entry's value. */
function withoutSecret(text: string, secret: string): string {
  const lines = secret.split(/\s*\n\s*/);
  const pattern = lines.map(literally).join(String.raw`\s+`);
  return text.replace(new RegExp(pattern, 'gu'), masked);
}

const withoutHidden = (text: string): string =>
  splitVisible(text)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('');
