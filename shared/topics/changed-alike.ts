import { changedPart } from '../text/changed-part.ts';

const inWord = /[\p{L}\p{N}\p{M}]/u;
const minLength = 3;

/**
 * Changes a line of an index as the text of its topic was changed. Null unless the intention is clear: words of one
 * line were replaced by others, and were once in the line and nowhere else in the text.
 */
export function changedAlike(line: string, before: string, after: string): string | null {
  const { from, to } = changedPart(before, after);
  let start = from;
  while (start > 0 && inWord.test(before.charAt(start - 1))) {
    start -= 1;
  }
  let rest = after.length - to;
  while (rest > 0 && inWord.test(after.charAt(after.length - rest))) {
    rest -= 1;
  }
  const gone = before.slice(start, before.length - rest);
  const come = after.slice(start, after.length - rest);
  const isWords = [gone, come].every(
    (part) => part.trim() === part && part.length >= minLength && !/[\r\n]/.test(part),
  );
  const at = line.indexOf(gone);
  if (!isWords || after.includes(gone) || at < 0 || line.includes(gone, at + 1)) {
    return null;
  }
  const isPart = [line.charAt(at - 1), line.charAt(at + gone.length)].some((beside) => inWord.test(beside));
  return isPart ? null : line.slice(0, at) + come + line.slice(at + gone.length);
}
