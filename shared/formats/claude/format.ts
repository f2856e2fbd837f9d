import type { Capabilities } from '../../contract/capabilities.ts';
import type { Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import type { EntryRef, Range } from '../../entries/entry.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import type { Eraser } from '../../text/eraser.ts';
import { asLinkTarget, linkTarget } from '../../text/link-target.ts';
import { perObject } from '../../text/per-object.ts';
import { ownLinesOf, topicTextIn } from '../../topics/topic-text.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import type { EntryPatch } from '../entry-patch.ts';
import { editEntry, joinPlans, rewordingsOf } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { MemoryFormat, OperationsPlan, Return } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { mapArchive, mapReading } from '../map-reading.ts';
import { markdownArchive } from '../markdown/archive.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat, markdownFormat } from '../markdown/format.ts';

const textOf = ({ text }: MemoryDocument, { syntax }: ParsedEntry): string =>
  text.slice(syntax.text.from, syntax.text.to);

/** Parses the lines of the index in a document of free markdown. */
const asIndex = perObject(
  (document: MemoryDocument): MemoryDocument => ({
    ...document,
    entries: document.entries.map((entry) => asIndexLine(entry, textOf(document, entry))),
  }),
);

/** Parses them in an archive, in which the text of a topic is below its line. */
const asArchivedIndex = (document: MemoryDocument): MemoryDocument => ({
  ...document,
  entries: document.entries.map((entry) => {
    const line = asIndexLine(entry, textOf(document, entry));
    const text = topicTextIn(line);
    if (text === null) {
      return line;
    }
    const [own] = asIndex(markdownFormat.read(ownLinesOf(line))).entries;
    return { ...line, value: `${own?.value ?? ''}\n${text.trim()}` };
  }),
});

/** Turns the document back into free markdown, in which it is edited. */
const asMarkdown = perObject(({ text }: MemoryDocument): MemoryDocument => markdownFormat.read(text));

/** Turns edits of title and hook into edits of the line. @throws `entry_changed`, `entry_gone`, `value_invalid` */
function onLines(document: MemoryDocument, operations: readonly Operation[]): readonly Operation[] {
  const find = createEntryFinder(document.entries);
  return operations.map((operation) => {
    const entry = operation.op === 'edit' ? find.require(operation.entry) : undefined;
    if (operation.op !== 'edit' || entry?.topic === undefined) {
      return operation;
    }
    const isSameTitle = operation.key === undefined || operation.key === entry.key;
    const said = { title: isSameTitle ? undefined : (operation.key ?? undefined), hook: operation.value };
    const value = operation.key === null ? null : rewrittenLine(textOf(document, entry), said);
    if (value === null) {
      const message = `“${entry.key}” is a line of the index: its title can’t be empty or have brackets in it, so that it still leads to ${entry.topic}. Nothing was changed.`;
      throw new ContextureError('value_invalid', message);
    }
    return { ...operation, key: null, value };
  });
}

/** Replaces the name of a topic's file in its lines, and changes nothing else. */
function renameTopic(document: MemoryDocument, file: string, to: string): Pick<OperationsPlan, 'plan' | 'rewordings'> {
  const plans = document.entries.flatMap((entry) => {
    const at = entry.topic === file ? fileIn(textOf(document, entry)) : null;
    if (at === null) {
      return [];
    }
    const start = entry.syntax.text.from;
    const isBracketed = document.text[start + at.to] === '>';
    return editEntry(entry, [
      { from: start + at.from, to: start + at.to, insert: isBracketed ? to : asLinkTarget(to) },
    ]);
  });
  return { plan: joinPlans(plans), rewordings: rewordingsOf(plans) };
}

/** Converts a patch to free markdown, in which the title of a line of the index is no key. */
function asPlainPatch({ remove, add, change }: EntryPatch): EntryPatch {
  const isIndexLine = ({ raw }: EntryRef): boolean => asIndex(markdownFormat.read(raw)).entries[0]?.topic !== undefined;
  const plain = (ref: EntryRef): EntryRef => (isIndexLine(ref) ? { ...ref, key: null } : ref);
  return {
    remove: remove.map(plain),
    add: add.map((each) => ({ ...each, ref: plain(each.ref) })),
    change: change.map(({ from, to }) => ({ from: plain(from), to: plain(to) })),
  };
}

/** Drops the lines below an archived entry: they are its topic's text, which does not return to the index. */
const withoutTopic = (item: Return): Return => {
  const { entry } = item;
  const [own] = markdownFormat.read(ownLinesOf(entry)).entries;
  return entry.topic !== undefined && own
    ? { ...item, entry: { ...entry, key: own.key, value: own.value, raw: own.raw } }
    : item;
};

/** Ranges of the file names in the lines. */
const linksOf = ({ text, entries }: MemoryDocument): Range[] =>
  entries.flatMap(({ topic, syntax }) => {
    const from = topic === undefined ? -1 : text.indexOf('](', syntax.text.from);
    return from === -1 ? [] : [{ from: from + 2, to: text.indexOf(')', from) }];
  });

const untitled = /\[\](?=\([^()\s]+\.md\))/g;

/** Erases as in free markdown, where a line includes its link and so never goes whole. An erased title is replaced. */
function erased(document: MemoryDocument, eraser: Eraser): MemoryDocument {
  const plain = asMarkdown(document);
  const { text } = eraseFromDocument(
    plain,
    eraser,
    markdownFormat.read,
    (now) => linksOf(asIndex(now)),
    markdownFormat.remove,
  );
  if (text === document.text) {
    return document;
  }
  const isUntitled = document.text.search(untitled) >= 0;
  return asIndex(markdownFormat.read(isUntitled ? text : text.replace(untitled, '[erased]')));
}

/** Limits of Claude Code: at each start it reads the first 200 lines of the index or 25 KB, whichever comes first. */
const loaded: Capabilities['loaded'] = [
  { unit: 'lines', limit: 200 },
  { unit: 'bytes', limit: 25_000 },
];

const plain = createMarkdownFormat({ ...anyMarkdown, bounds: loaded }, markdownArchive);
const markdown = mapArchive(mapReading(plain, asIndex), asArchivedIndex);

/** Format of a memory of Claude Code: an index with a line for each topic file beside it; the rest is free markdown. */
export const claudeFormat: MemoryFormat = {
  ...markdown,
  id: 'claude',
  capabilities: {
    ...markdown.capabilities,
    severalFiles: true,
    assistant: 'Claude Code',
    loaded,
  },
  givenToAssistant: ({ text }) => ({ guidance: null, memory: text.slice(0, loadedOf(text, loaded).to) }),
  lineOfTopic: (topic) => lineOf(topic),
  syntaxOf: linksOf,
  erase: erased,
  remove: (document, entries) => {
    const plain = asMarkdown(document);
    return markdown.remove(
      plain,
      plain.entries.filter((_, at) => entries.includes(document.entries[at] as ParsedEntry)),
    );
  },
  renameTopic,
  patch: (document, patch, onDuplicate) => markdown.patch(asMarkdown(document), asPlainPatch(patch), onDuplicate),
  plan: (document, operations, today, by) =>
    markdown.plan(asMarkdown(document), onLines(document, operations), today, by),
  planUpdates: (document, updates, today) => markdown.planUpdates(asMarkdown(document), updates, today),
  planBeside: (document, update, today) => markdown.planBeside(asMarkdown(document), update, today),
  planReturns: (document, returns, today) =>
    markdown.planReturns(asMarkdown(document), returns.map(withoutTopic), today),
};

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
  newText: { readonly title?: string | undefined; readonly hook?: string | undefined },
): string | null {
  const parts = partsOf(firstLine(text));
  if (parts === null) {
    return null;
  }
  const title = newText.title?.trim() ?? parts.title;
  const [hook = '', ...further] = (newText.hook ?? parts.hook).trim().split('\n');
  const line = lineOf({ title, file: parts.path, hook }, parts.mark);
  const now = partsOf(line);
  return title !== '' && now?.title === title && now.hook === hook ? [line, ...further].join('\n') : null;
}

/** Writes a line for a topic as Claude Code does, without its bullet. */
export const lineOf = ({ title, file, hook }: IndexLine, mark = usualMark): string =>
  `[${title}](${file})${hook === '' ? '' : mark + hook}`;
