import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { refOf } from '#shared/entries/entry.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import type { Departure, Return } from '#shared/formats/format.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { changedAlike } from '#shared/topics/changed-alike.ts';
import { relinked, renamedTopic } from '#shared/topics/rename-topic.ts';
import { readTopic, type TopicChanges, writeTopic } from '#shared/topics/topic.ts';
import { topicTextIn, withTopicText } from '#shared/topics/topic-text.ts';
import { notesFile } from '../notes/steps.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { memoryFile, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type Step, type StepFile, type StepInput } from '../steps/step.ts';

type Text = Pick<Ports, 'decodeText' | 'encodeText'>;

async function topicText(input: StepInput, path: string, { decodeText }: Text): Promise<string | null> {
  const version = await input.bytes(path);
  return version && decodeText(version.bytes);
}

/** Changes topic files with their entries: one is removed with the last line that names it, and renamed with it. */
export async function topicFiles(
  input: StepInput,
  { layout, text }: Rules,
  { entries }: MemoryDocument,
  operations: readonly Operation[],
  departures: readonly Departure[],
): Promise<{
  readonly files: readonly StepFile[];
  readonly departures: readonly Departure[];
  /** Hints at other places that the person may want to change. */
  readonly notes: readonly string[];
}> {
  const notes: string[] = [];
  const find = createEntryFinder(entries);
  const files = new Map<string, StepFile>();
  const leaving = new Set<ParsedEntry>();
  const texts = new Map<string, string>();
  for (const operation of operations) {
    const entry = operation.op === 'add' ? undefined : find.exact(operation.entry);
    const path = entry?.topic === undefined ? null : layout.topicPath(entry.topic);
    if (operation.op === 'add' || !entry || path === null) {
      continue;
    }
    const before = await topicText(input, path, text);
    if (before === null) {
      continue;
    }
    if (operation.op === 'archive' && entry.syntax.form !== 'item') {
      const message = `In an archive, ${entry.topic} is below the line that leads to it, and this line is in no list. Put “- ” before it in the editor, then archive it. Nothing was changed.`;
      throw new ContextureError('section_unclear', message);
    }
    if (operation.op === 'delete' || operation.op === 'archive') {
      leaving.add(entry);
      texts.set(path, before);
      if (!entries.some((other) => other.topic === entry.topic && !leaving.has(other))) {
        files.set(path, { path, after: null, phase: 'loses' });
      }
    } else if (operation.op === 'edit') {
      const after = writeTopic(before, editedTopic(before, entry, operation));
      const still = operation.value === undefined ? null : stillSaid(after, entry.value, operation.value);
      if (still !== null) {
        notes.push(
          `The text of ${entry.topic} still says ${quoted(still)}. Change it there, too, if that is no longer so.`,
        );
      }
      if (after !== before) {
        files.set(path, { path, after: text.encodeText(after), phase: 'changes' });
      }
    }
  }
  return {
    files: [...files.values()],
    notes,
    departures: departures.map((departure) => {
      const { topic } = find.exact(departure.entry) ?? {};
      const text = topic === undefined ? undefined : texts.get(layout.topicPath(topic) ?? '');
      return text === undefined || topic === undefined
        ? departure
        : { ...departure, entry: withTopicText({ ...departure.entry, topic }, text) };
    }),
  };
}

/** Words of a text that another does not have in their place. */
function wordsNotIn(text: string, other: string): string {
  const { from, to } = changedPart(other, text);
  const [start, end] = [text.slice(0, from).search(/\S*$/), to + text.slice(to).search(/\s|$/)];
  return text.slice(start, end).replace(/^[\s.,;:!?]+|[\s.,;:!?]+$/g, '');
}

/** Words that a line lost but its topic still has; null if they are only a few characters. */
function stillSaid(topic: string, before: string, value: string): string | null {
  const lost = wordsNotIn(before, value);
  return lost.length >= minLost && readTopic(topic).body.includes(lost) ? lost : null;
}

const minLost = 3;

/** Changes to a topic's name and description where they match its line. */
function editedTopic(
  text: string,
  entry: ParsedEntry,
  { key, value }: Extract<Operation, { op: 'edit' }>,
): TopicChanges {
  const { name, description } = readTopic(text);
  return {
    ...(key != null && name === entry.key && { name: key }),
    ...(value !== undefined && description === entry.value && { description: value }),
  };
}

/** Topic files that return with entries of an archive. @throws `key_exists` if there is a different file by now */
export async function returningTopics(
  input: StepInput,
  { layout, text }: Rules,
  returns: readonly Return[],
): Promise<StepFile[]> {
  const files: StepFile[] = [];
  for (const { entry } of returns) {
    const path = entry.topic === undefined ? null : layout.topicPath(entry.topic);
    const archived = topicTextIn(entry);
    if (path === null || archived === null) {
      continue;
    }
    const now = await topicText(input, path, text);
    if (now !== null && now.trimEnd() !== archived.trimEnd()) {
      const message = `There is a file ${entry.topic} again, and it says something else than the one in the archive. Rename or delete it first, then restore this. Nothing was changed.`;
      throw new ContextureError('text_conflict', message, { file: entry.topic ?? '' });
    }
    if (now === null) {
      files.push({ path, after: text.encodeText(archived), phase: 'gains' });
    }
  }
  return files;
}

/**
 * Changes a topic file. If its description, or the only line that names it, has the corrected words of its body too,
 * they are corrected there.
 * @throws `not_found`, `text_conflict` if the file is no longer the version that was read
 */
export function changeTopicStep(file: string, version: string, changes: TopicChanges, rules: Rules): ComputeStep {
  return async (input) => {
    const path = topicPath(file, rules);
    const now = await input.bytes(path);
    const before = now && rules.text.decodeText(now.bytes);
    if (before === null) {
      throw missingTopicError(file);
    }
    if (now?.hash !== version) {
      const message = `${file} has been changed since you read it. Nothing was changed; look at it again.`;
      throw new ContextureError('text_conflict', message, { file });
    }
    const { name, description, body } = readTopic(before);
    const alike = (other: string | null): string | null =>
      other === null || changes.body === undefined ? null : changedAlike(other, body.trimEnd(), changes.body.trimEnd());
    const described = changes.description ?? alike(description);
    const after = writeTopic(before, { ...changes, ...(described !== null && { description: described }) });
    const memory = await memoryIn(input, rules);
    const lines = memory.entries.filter((entry) => entry.topic === file);
    const line = lines.length === 1 && lines[0] ? await lineAlike(input, memory, lines[0], alike, rules) : null;
    const topic: StepFile[] = after === before ? [] : [{ path, after: rules.text.encodeText(after), phase: 'changes' }];
    return {
      ...emptyStep,
      // Named by its line, by which a person knows it.
      label: `Changed ${quoted(lines[0]?.key ?? name ?? file)}`,
      ...line,
      files: [...(line?.files ?? []), ...topic],
    };
  };
}

/** Change to the only line that names a topic; null if it stays. */
async function lineAlike(
  input: StepInput,
  before: MemoryDocument,
  entry: ParsedEntry,
  alike: (text: string) => string | null,
  rules: Rules,
): Promise<Pick<Step, 'files' | 'rewordings' | 'notes'> | null> {
  const value = alike(entry.value);
  if (value === null) {
    return null;
  }
  const operations: Operation[] = [{ op: 'edit', entry: refOf(entry), value }];
  const planned = rules.format.plan(before, operations, rules.today, 'person');
  return {
    files: [
      ...(await notesFile(input, rules, before, operations, planned)),
      ...memoryFile(rules, before, runPlan(before, planned.plan, rules.format.read)),
    ],
    rewordings: planned.rewordings,
    notes: [`Its line says ${quoted(wordsNotIn(value, entry.value))} now, too.`],
  };
}

/**
 * Renames a topic file, with the lines that name it and the links to it. The name in the file changes if it matches the
 * file's.
 * @param linking files of other topics that may link to it
 * @throws `not_found`, `value_invalid`, `text_conflict` if there is a file of that name
 */
export function renameTopicStep(file: string, to: string, linking: readonly string[], rules: Rules): ComputeStep {
  return async (input) => {
    const { format, text } = rules;
    const path = topicPath(file, rules);
    const before = await topicText(input, path, text);
    if (before === null || format.renameTopic === undefined) {
      throw missingTopicError(file);
    }
    const label = `Renamed ${quoted(file)} to ${quoted(to)}`;
    const target = newTopicPath(to, rules);
    if (to === file) {
      return { ...emptyStep, label };
    }
    if ((await input.bytes(target)) !== null) {
      const message = `There is a file ${to} already. Choose another name, or rename that one first. Nothing was changed.`;
      throw new ContextureError('text_conflict', message, { file: to });
    }
    const memory = await memoryIn(input, rules);
    const planned = format.renameTopic(memory, file, to);
    const renaming = { file, to, name: readTopic(before).name };
    const links: StepFile[] = [];
    for (const other of linking) {
      const otherPath = topicPath(other, rules);
      const now = await topicText(input, otherPath, text);
      const after = now === null ? null : relinked(now, renaming);
      if (after !== null && after !== now) {
        links.push({ path: otherPath, after: text.encodeText(after), phase: 'changes' });
      }
    }
    const files: StepFile[] = [
      ...(await notesFile(input, rules, memory, [], planned)),
      { path: target, after: text.encodeText(renamedTopic(before, renaming)), phase: 'gains' },
      ...memoryFile(rules, memory, runPlan(memory, planned.plan, format.read)),
      ...links,
      { path, after: null, phase: 'loses' },
    ];
    return { ...emptyStep, label, files, rewordings: planned.rewordings };
  };
}

/** @throws `value_invalid` if it could not be the name of a topic file, or be in a link to one */
function newTopicPath(file: string, { layout }: Rules): string {
  const path = layout.topicPath(file);
  if (path === null || /[\s()]/.test(file)) {
    const message = `“${file}” can’t be the name of a topic file: it ends in “.md”, has no blanks, brackets or slashes, and does not begin with a dot. Nothing was changed.`;
    throw new ContextureError('value_invalid', message);
  }
  return path;
}

/** Adds a line for a topic file that none names. @throws `not_found` */
export function mentionTopicStep(file: string, rules: Rules): ComputeStep {
  return async (input) => {
    const before = await memoryIn(input, rules);
    const text = await topicText(input, topicPath(file, rules), rules.text);
    if (text === null) {
      throw missingTopicError(file);
    }
    const { name, description } = readTopic(text);
    const { format, today } = rules;
    if (format.lineOfTopic === null) {
      throw missingTopicError(file);
    }
    const title = name ?? file.replace(/\.md$/, '');
    const operations: Operation[] = before.entries.some(({ topic }) => topic === file)
      ? []
      : [{ op: 'add', category: null, key: null, value: format.lineOfTopic({ title, file, hook: description ?? '' }) }];
    const { plan } = format.plan(before, operations, today, 'person');
    const after = runPlan(before, plan, format.read);
    return { ...emptyStep, label: `Added a line for ${quoted(title)}`, files: memoryFile(rules, before, after) };
  };
}

/** Restores a version of a topic file. If there is a file again, it is left alone. */
export function putTopicBackStep(file: string, bytes: Uint8Array, rules: Rules): ComputeStep {
  return async (input) => {
    const path = topicPath(file, rules);
    const isThere = (await input.bytes(path)) !== null;
    return {
      ...emptyStep,
      label: `Restored ${quoted(file)}`,
      files: isThere ? [] : [{ path, after: bytes, phase: 'gains' }],
    };
  };
}

/** Deletes a topic file that no line names. @throws `not_found`, `entry_unclear` if one names it */
export function deleteTopicStep(file: string, rules: Rules): ComputeStep {
  return async (input) => {
    const path = topicPath(file, rules);
    const { entries } = await memoryIn(input, rules);
    if (entries.some(({ topic }) => topic === file)) {
      const message = `A line of the memory names ${file}, so it goes with that line. Delete the line. Nothing was changed.`;
      throw new ContextureError('entry_unclear', message, { file });
    }
    if ((await input.bytes(path)) === null) {
      throw missingTopicError(file);
    }
    return { ...emptyStep, label: `Deleted ${quoted(file)}`, files: [{ path, after: null, phase: 'loses' }] };
  };
}

function topicPath(file: string, { layout }: Rules): string {
  const path = layout.topicPath(file);
  if (path === null) {
    throw missingTopicError(file);
  }
  return path;
}

const missingTopicError = (file: string): ContextureError =>
  new ContextureError('not_found', `There is no topic file “${file}” in this memory. Nothing was changed.`, { file });
