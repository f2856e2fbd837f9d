import { changedPart } from '../text/changed-part.ts';

const inWord = /[\p{L}\p{N}\p{M}]/u;
const minLength = 3;

/** Changes a line of an index like the text of its topic; null unless words once in it were replaced by others. */
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
  const removed = before.slice(start, before.length - rest);
  const added = after.slice(start, after.length - rest);
  const isWords = [removed, added].every(
    (part) => part.trim() === part && part.length >= minLength && !/[\r\n]/.test(part),
  );
  const at = line.indexOf(removed);
  if (!isWords || after.includes(removed) || at < 0 || line.includes(removed, at + 1)) {
    return null;
  }
  const isPart = [line.charAt(at - 1), line.charAt(at + removed.length)].some((beside) => inWord.test(beside));
  return isPart ? null : line.slice(0, at) + added + line.slice(at + removed.length);
}
