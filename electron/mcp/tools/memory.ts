import { z } from 'zod';
import type { ContextUpdate, Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type About, aboutKinds, maxAboutName } from '#shared/entries/about.ts';
import { type Category, type Confidence, categorySchema, confidenceSchema, refOf } from '#shared/entries/entry.ts';
import type { LineAddress } from '#shared/entries/line-addresses.ts';
import { readKey } from '#shared/formats/read-key.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { cleanValue } from '#shared/text/clean-value.ts';
import { archivedFirst } from '#shared/wording/rules.ts';
import { allowanceInWords } from '../allowance.ts';
import { sourceOf } from '../assistant-name.ts';
import type { Session } from '../session.ts';
import {
  type AnswerChange,
  afterApplying,
  afterDeleting,
  afterLearning,
  afterReplacing,
  lineGone,
  lineReworded,
} from './memory-answers.ts';
import type { ToolServer } from './tool-server.ts';

/** Maximum characters of one line: several pages, and far more than a line is for. */
const maxContent = 8000;
const maxUpdates = 1000;

const content = z
  .string()
  .max(maxContent, { error: `a line has at most ${maxContent} characters: put down what matters, in short` })
  .describe('What the line says, in plain words: “key: value”, or a sentence.');
const line = z.int().min(0).describe('The number before “--” of the line, as shown in this connection.');
const category = categorySchema.describe(
  `preference and fact are never archived for size; otherwise ${archivedFirst}.`,
);
const confidence = confidenceSchema.describe('certain only if the person said so.');
const about = z
  .strictObject({ kind: z.enum(aboutKinds), name: z.string().max(maxAboutName) })
  .describe('Who or what the line is about, where that is not this person: someone they know, a project, a thing.');
const update = z.strictObject({
  category,
  key: z.string().max(200).describe('What it goes by; the same category and key overwrites what was known.'),
  value: content,
  confidence,
  source: z.string().max(200).optional().describe('Where you know it from, in a few words; your name is added.'),
});

export function registerMemoryTools(server: ToolServer, session: Session): void {
  const assistant = (signal: AbortSignal): Assistant => ({ session, name: server.assistantName(), signal });

  server.registerTool(
    'append_context',
    {
      title: 'Add a line',
      description: `Adds one thing that any assistant should know about this person. An insight, likely, unless you say otherwise. “key: value” under a category and key that is known overwrites that line. Answers with the line’s number and whether it will soon leave for the archive. ${allowanceInWords}`,
      inputSchema: z.strictObject({
        content,
        category: category.optional(),
        confidence: confidence.optional(),
        about: about.optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ content, category = 'insight', confidence = 'likely', about }, signal) =>
      append(assistant(signal), content, { category, confidence, about }),
  );

  server.registerTool(
    'replace_context',
    {
      title: 'Rewrite a line',
      description: `Lets a line say something else. Its category, first date, confidence and flags stay. What the person corrected, confirmed or pinned is not overwritten: your text waits for their choice. ${allowanceInWords}`,
      inputSchema: z.strictObject({ line, content }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ line, content }, signal) => replace(assistant(signal), session.address(line), content),
  );

  server.registerTool(
    'delete_context',
    {
      title: 'Delete a line',
      description:
        'Removes a line that no longer holds. It stays as an empty line, so that no number shifts. The person’s history keeps it, and if they had corrected, confirmed or pinned it, they are told.',
      inputSchema: z.strictObject({ line }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
    ({ line }, signal) => remove(assistant(signal), session.address(line)),
  );

  server.registerTool(
    'apply_updates',
    {
      title: 'Add or overwrite several',
      description: `Puts down several things at once: all, or none if one is not valid. The same category and key overwrites in place and keeps the first date; what the person corrected, confirmed or pinned stays until they choose. If the memory grows over its limit, ${archivedFirst}. ${allowanceInWords}`,
      inputSchema: z.strictObject({ updates: z.array(update).min(1).max(maxUpdates) }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ updates }, signal) => applyAll(assistant(signal), updates),
  );
}

type Assistant = { readonly session: Session; readonly name: string; readonly signal: AbortSignal };

/** Adds one line: under its name like any update, or as prose. @returns the answer, in sentences */
async function append(
  assistant: Assistant,
  content: string,
  { category, confidence, about }: { category: Category; confidence: Confidence; about: About | undefined },
): Promise<string> {
  const { session, name, signal } = assistant;
  const { key, value } = readContent(content);
  return session.enqueue(async () => {
    const { sections } = session.context().summary.capabilities;
    const wanted = { category: sections ? category : null, key, value };
    const known = key === null ? findLine(session, wanted) : null;
    if (known !== null) {
      session.shown([known]);
      return `Line ${known} says that already. Nothing was changed.`;
    }
    const written = await writeWithin(session, content.length + besideText, () =>
      session.write<AnswerChange['result']>(() =>
        key === null || about !== undefined
          ? change(assistant, { op: 'add', ...wanted, confidence, ...(sections && about && { about }) })
          : apply(assistant, [{ category, key, value, confidence, source: name }]),
      ),
    );
    const answer = afterLearning(session, written, findLine(session, wanted));
    return sections || about === undefined ? answer : `${answer}\n${aboutUnsaid}`;
  }, signal);
}

const aboutUnsaid =
  'The form of this memory can’t say who or what a line is about, so let its text name them. The person can mark it.';

async function replace(assistant: Assistant, address: LineAddress, content: string): Promise<string> {
  const { session, signal } = assistant;
  const { key: named, value } = readContent(content);
  return session.enqueue(async () => {
    const there = lineThere(session, address);
    // A line that links to a topic keeps its title, by which it finds the topic.
    const key = named ?? (there.topic === undefined ? null : there.key);
    if (there.key === key && there.value === value) {
      session.shown([address.line]);
      return `Line ${address.line} says that already. Nothing was changed.`;
    }
    const said = { key, value };
    const edit = (entry: EntryView): Operation => ({ op: 'edit', entry: refOf(entry), ...said });
    const written = await writeWithin(session, content.length + besideText, () =>
      changeLine(assistant, address, edit, said),
    );
    return afterReplacing(session, written, address.line);
  }, signal);
}

function remove(assistant: Assistant, address: LineAddress): Promise<string> {
  const { session, signal } = assistant;
  return session.enqueue(async () => {
    const said = lineThere(session, address);
    const written = await changeLine(assistant, address, (entry) => ({ op: 'delete', entry: refOf(entry) }));
    return afterDeleting(session, written, address.line, said);
  }, signal);
}

function applyAll(assistant: Assistant, updates: readonly z.infer<typeof update>[]): Promise<string> {
  const { session, name, signal } = assistant;
  const named = updates.map((update) => ({ ...update, source: sourceOf(name, update.source) }));
  const length = named.reduce(
    (sum, { key, value, source }) => sum + key.length + value.length + source.length + besideText,
    0,
  );
  return session.enqueue(async () => {
    const written = await writeWithin(session, length, () => session.write(() => apply(assistant, named)));
    return afterApplying(session, written, named);
  }, signal);
}

/** Characters counted for the bullet, the date and the rest that each line gets. */
const besideText = 40;

/** Runs a write of `length` characters if the allowance permits it. @throws `too_large` */
async function writeWithin(
  { allowance }: Session,
  length: number,
  write: () => Promise<AnswerChange>,
): Promise<AnswerChange> {
  allowance.check(length);
  const written = await write();
  if (written.result.change !== null || (written.result.held?.length ?? 0) > 0) {
    allowance.take(length);
  }
  return written;
}

const apply = ({ session: { client, workspace }, name, signal }: Assistant, updates: ContextUpdate[]) =>
  client.call('context.apply', { workspace: workspace.id, updates, assistant: name }, untilAborted(signal));

const change = ({ session: { client, workspace }, name, signal }: Assistant, operation: Operation) =>
  client.call(
    'context.change',
    { workspace: workspace.id, operations: [operation], assistant: name },
    untilAborted(signal),
  );

const untilAborted = (signal: AbortSignal) => ({
  onStart: (cancel: () => void) => signal.addEventListener('abort', cancel, { once: true }),
});

/** Tries to find a line again after something else about it changed, such as a pin, while its text stayed. */
const maxTries = 4;

/** Changes a line in its current state, if its text is still the one shown to the assistant. */
async function changeLine(
  assistant: Assistant,
  address: LineAddress,
  operationOn: (entry: EntryView) => Operation,
  said?: Content,
): Promise<AnswerChange> {
  const { session } = assistant;
  for (let tries = 1; ; tries++) {
    const entry = lineThere(session, address);
    try {
      return await session.write(() => change(assistant, operationOn(entry)), said && { line: address.line, ...said });
    } catch (error) {
      const differs = error instanceof ContextureError && /^entry_(?:changed|gone)$/.test(error.code);
      if (!differs || tries === maxTries) {
        throw error;
      }
    }
  }
}

/** Finds a line's entry, if its text is still the one shown to the assistant. @throws `invalid_request`, `entry_gone`, `entry_changed` */
function lineThere(session: Session, address: LineAddress): EntryView {
  const { line } = address;
  const now = session.lineNow(address);
  switch (now.is) {
    case 'there':
      return now.entry;
    case 'changed':
      session.shown([line]);
      throw new ContextureError('entry_changed', lineReworded(line, now.entry));
    case 'gone':
      throw new ContextureError('entry_gone', lineGone(line, now.by));
    case 'unknown': {
      const count = session.lines().lines.length;
      const which = count === 0 ? 'there are no lines yet' : `lines go from 0 to ${count - 1}`;
      throw new ContextureError('invalid_request', `There is no line ${line}: ${which}. Nothing was changed.`);
    }
  }
}

/** Finds the line with a content under a category, whoever wrote it; the last if there are several. */
function findLine(session: Session, wanted: Content & { readonly category: Category | null }): number | null {
  const said = lineText(wanted);
  const found = session
    .lines()
    .lines.findLastIndex(({ entry }) => entry?.category === wanted.category && lineText(entry) === said);
  return found < 0 ? null : found;
}

const lineNumber = /^\s*\d+--(?:\s|$)/;

type Content = { readonly key: string | null; readonly value: string };

/** Reads content as `key: value` or prose, by the format's own rule. @throws `value_invalid` */
function readContent(content: string): Content {
  const text = cleanValue(content);
  if (text === '') {
    throw new ContextureError('value_invalid', 'The content is empty. To remove a line, use delete_context.');
  }
  if (lineNumber.test(text)) {
    const message = `“${oneLine(text.slice(0, 40))}” begins like a line number. Leave the number out: the content is what follows it.`;
    throw new ContextureError('value_invalid', message);
  }
  const found = readKey(text);
  return found === null ? { key: null, value: text } : { key: found.key, value: cleanValue(text.slice(found.valueAt)) };
}
