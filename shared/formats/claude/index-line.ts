import type { Range } from '../../entries/entry.ts';
import { linkTarget } from '../../text/link-target.ts';
import type { ParsedEntry } from '../document.ts';

/** Line of the index: the title of a topic, its file, and the text to be known of it at each start. */
export type IndexLine = { readonly title: string; readonly file: string; readonly hook: string };

const link = /^\[((?:[^[\]\\]|\\.)*)\]\((<[^<>]+\.md>|[^()<>\s]+\.md)\)(?:([ \t]*(?:—|–|--|-|:)[ \t]*|[ \t]+)(.*))?$/;
const usualMark = ' — ';

/** Parses a line of the index, and the mark between link and hook; null for any other line. */
function partsOf(line: string): (IndexLine & { readonly mark: string; readonly path: string }) | null {
  const [, title, path = '', mark, hook] = link.exec(line.trim()) ?? [];
  const file = linkTarget(path);
  // A topic is a file beside the index.
  return title === undefined || !file || /[/\\]|^\./.test(file)
    ? null
    : { title: title.trim(), file, path, hook: (hook ?? '').trim(), mark: mark ?? usualMark };
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)?.[0] ?? '';

/** Types of topics, with which Claude Code begins the names of their files. */
const typePrefix = /^(?:user|feedback|project|reference)[_-](?=.)/;

/** Turns a title that is a file name into words: "feedback_deploy.md" is "Deploy". */
function titleInWords(title: string): string {
  const name = /^(\S+)\.md$/.exec(title)?.[1];
  const words = name?.replace(typePrefix, '').replaceAll(/[_-]+/g, ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : title;
}

/** Reads an entry as title and hook of its topic if it is a line of the index. @param text after its bullet */
export function asIndexLine(entry: ParsedEntry, text: string): ParsedEntry {
  const parts = partsOf(firstLine(text));
  if (parts === null) {
    return entry;
  }
  const at = entry.value.indexOf('\n');
  const further = at < 0 || firstLine(text) === text ? '' : entry.value.slice(at);
  return { ...entry, key: titleInWords(parts.title), value: parts.hook + further, topic: parts.file };
}

/** Finds the name of its topic's file in a line; null for any other line. @param text after its bullet */
export function fileIn(text: string): Range | null {
  const line = firstLine(text);
  const path =
    partsOf(line) && /^(\[(?:[^[\]\\]|\\.)*\]\(<?(?:\.\/)?)(?:(?<=<[^<>]*)[^<>]+|[^()\s]+)/.exec(line.trimStart());
  const before = path?.[1];
  if (!path || before === undefined) {
    return null;
  }
  const start = line.length - line.trimStart().length;
  return { from: start + before.length, to: start + path[0].length };
}

/** Rewrites a line with another title or hook, after its bullet; null if it would not read back as that. */
export function rewrittenLine(
  text: string,
  said: { readonly title?: string | undefined; readonly hook?: string | undefined },
): string | null {
  const parts = partsOf(firstLine(text));
  if (parts === null) {
    return null;
  }
  const title = said.title?.trim() ?? parts.title;
  const [hook = '', ...further] = (said.hook ?? parts.hook).trim().split('\n');
  const line = lineOf({ title, file: parts.path, hook }, parts.mark);
  const now = partsOf(line);
  return title !== '' && now?.title === title && now.hook === hook ? [line, ...further].join('\n') : null;
}

/** Writes a line for a topic as Claude Code does, without its bullet. */
export const lineOf = ({ title, file, hook }: IndexLine, mark = usualMark): string =>
  `[${title}](${file})${hook === '' ? '' : mark + hook}`;
