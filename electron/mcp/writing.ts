import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeResult, ContextUpdate, EntryView, Operation } from '#shared/contract/features/memory.ts';
import { type Category, type Confidence, refOf } from '#shared/entries/entry.ts';
import type { LineAddress } from '#shared/entries/line-addresses.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { afterApplying, afterDeleting, afterLearning, afterReplacing, lineGone, lineReworded } from './answers.ts';
import { sourceOf } from './assistant-name.ts';
import { type Content, readContent } from './content.ts';
import type { Session, Written } from './session.ts';

/** Who asks for a change, in which session. */
export type Assistant = { readonly session: Session; readonly name: string };

/** How sure an assistant is of what it learned where it does not say. */
const learned: { readonly category: Category; readonly confidence: Confidence } = {
  category: 'insight',
  confidence: 'likely',
};

/** What an assistant can leave to us, as a tool hands it on. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Puts down one thing: under its name like any update, or as prose. @returns the answer, in sentences */
export async function append(
  { session, name }: Assistant,
  content: string,
  given: Given<typeof learned>,
): Promise<string> {
  const { key, value } = readContent(content);
  const category = given.category ?? learned.category;
  const confidence = given.confidence ?? learned.confidence;
  return session.enqueue(async () => {
    const wanted = { category, key, value };
    const known = key === null ? findLine(session, wanted) : null;
    if (known !== null) {
      session.shown([known]);
      return `Line ${known} says that already. Nothing was changed.`;
    }
    const written = await session.write<ChangeResult & { readonly held?: ContextUpdate[] | undefined }>(() =>
      key === null
        ? change({ session, name }, { op: 'add', category, key, value, confidence })
        : apply({ session, name }, [{ category, key, value, confidence, source: name }]),
    );
    return afterLearning(session, written, findLine(session, wanted));
  });
}

/** Lets a line say something else; what else is known about it stays. */
export async function replace(assistant: Assistant, address: LineAddress, content: string): Promise<string> {
  const { session } = assistant;
  const { key, value } = readContent(content);
  return session.enqueue(async () => {
    const there = lineThere(session, address);
    if (there.key === key && there.value === value) {
      session.shown([address.line]);
      return `Line ${address.line} says that already. Nothing was changed.`;
    }
    const written = await changeLine(assistant, address, (entry) => ({ op: 'edit', entry: refOf(entry), key, value }), {
      key,
      value,
    });
    return afterReplacing(session, written, address.line);
  });
}

/** Takes a line away; its number stays, empty. */
export function remove(assistant: Assistant, address: LineAddress): Promise<string> {
  const { session } = assistant;
  return session.enqueue(async () => {
    const said = lineThere(session, address);
    const written = await changeLine(assistant, address, (entry) => ({ op: 'delete', entry: refOf(entry) }));
    return afterDeleting(session, written, address.line, said);
  });
}

/** An update as an assistant hands it in: where it came from may be left out. */
export type GivenUpdate = Omit<ContextUpdate, 'source'> & { readonly source?: string | undefined };

/** Puts down several things, all or none. */
export function applyAll({ session, name }: Assistant, updates: readonly GivenUpdate[]): Promise<string> {
  const named = updates.map((update) => ({ ...update, source: sourceOf(name, update.source) }));
  return session.enqueue(async () =>
    afterApplying(session, await session.write(() => apply({ session, name }, named)), named),
  );
}

const apply = ({ session, name }: Assistant, updates: ContextUpdate[]) =>
  session.client.call('context.apply', { workspace: session.workspace.id, updates, assistant: name });

const change = ({ session, name }: Assistant, operation: Operation) =>
  session.client.call('context.change', {
    workspace: session.workspace.id,
    operations: [operation],
    assistant: name,
  });

/** How often a line is looked for again after something else about it changed, a pin for one, while its text stayed. */
const maxTries = 4;

/** Does something to a line as it reads by then, as long as its text is the one the assistant was shown. */
async function changeLine(
  assistant: Assistant,
  address: LineAddress,
  operationOn: (entry: EntryView) => Operation,
  said?: Content,
): Promise<Written<ChangeResult & { readonly held?: ContextUpdate[] | undefined }>> {
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

/**
 * The entry of a line, if it still is what the assistant was shown.
 * @throws `invalid_request`, `entry_gone`, `entry_changed`, the last with how it reads now, which counts as shown
 */
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
      throw new ContextureError('entry_gone', lineGone(line, now.last, now.by));
    case 'unknown': {
      const count = session.lines().lines.length;
      const which = count === 0 ? 'there are no lines yet' : `lines go from 0 to ${count - 1}`;
      throw new ContextureError('invalid_request', `There is no line ${line}: ${which}. Nothing was changed.`);
    }
  }
}

/** The line that says something under a category, whoever wrote it; the last where there are several. */
function findLine(session: Session, wanted: Content & { readonly category: Category }): number | null {
  const said = lineText(wanted);
  const found = session
    .lines()
    .lines.findLastIndex(({ entry }) => entry?.category === wanted.category && lineText(entry) === said);
  return found < 0 ? null : found;
}
