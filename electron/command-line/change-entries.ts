import { InvalidArgumentError, Option } from 'commander';
import type { ChangeResult, Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import { type About, aboutKinds } from '#shared/entries/about.ts';
import { type Category, type Confidence, categories, confidences } from '#shared/entries/entry.ts';
import { holdsSecrets } from '#shared/wording/secrets.ts';
import { changeLines } from './answer.ts';
import { type Answer, asNumber, type Call } from './command.ts';
import { pickEntry } from './which-entry.ts';

export const whichHelp = 'its name, or a part of its text that no other has';

export const categoryOption = (): Option =>
  new Option('--category <category>', 'the section it belongs to').choices([...categories]);

export const sectionOption = (): Option =>
  new Option('--section <heading>', 'the heading it belongs under, in a memory that has headings of its own');

export const confidenceOption = (): Option =>
  new Option('--confidence <confidence>', 'how sure it is').choices([...confidences]);

export const aboutOption = (): Option =>
  new Option(
    '--about <kind:name>',
    'who or what it is about, if not you: person:Sarah, project:Acme, thing:boat',
  ).argParser(readAbout);

function readAbout(text: string): About {
  const colon = text.indexOf(':');
  const kind = aboutKinds.find((each) => each === text.slice(0, Math.max(0, colon)));
  const name = text.slice(colon + 1).trim();
  if (kind === undefined || name === '') {
    throw new InvalidArgumentError('Name the kind as well: person:Sarah, project:Acme or thing:boat.');
  }
  return { kind, name };
}

export type EntryOptions = { readonly line?: number };

const asLine = asNumber('A line is a number from 0 on.', (text) => /^\d+$/.test(text));

/** Argument and option of every command on one entry. */
export const onEntry = {
  arguments: [['<which>', whichHelp]],
  options: [['--line <number>', 'which one, if several match: its number in “contexture show”', asLine]],
} as const;

type EntryPlace = { readonly category?: Category; readonly section?: string; readonly confidence?: Confidence };

/** Checks that the memory's format has sections, headings and confidence for these options. @throws `invalid_request` */
export function checkPlace(
  { category, section, confidence }: EntryPlace,
  { capabilities }: Pick<ContextSummary, 'capabilities'>,
): void {
  const has = (value: unknown, can: boolean, option: string, why: string, instead: string | null = null): void => {
    if (value !== undefined && !can) {
      const then = instead === null ? `, so ${option} means nothing here` : `: use ${instead} instead of ${option}`;
      throw new ContextureError('invalid_request', `This memory ${why}${then}. Nothing was changed.`);
    }
  };
  const { sections, headings } = capabilities;
  if (headings) {
    has(category, sections, '--category', 'has headings of its own', '--section');
  } else {
    has(category, sections, '--category', 'has no sections of ours');
  }
  if (sections) {
    has(section, headings, '--section', 'has sections of its own', '--category');
  } else {
    has(section, headings, '--section', 'has no headings');
  }
  has(confidence, capabilities.confidence, '--confidence', 'doesn’t say how sure its entries are');
}

/** Changes the one entry a person means. @throws `entry_unclear` */
export async function changeEntry<O extends EntryOptions>(
  call: Call<O, unknown>,
  which: string,
  operationsOn: (entry: EntryView, summary: ContextSummary) => Operation[],
): Promise<Answer> {
  const { summary, entries } = await readWholeContext(call.client, call.workspace);
  const entry = pickEntry(entries, which, { line: call.options.line, narrower: '--line' });
  return changeAnswer(await changeTyped(call, operationsOn(entry, summary)));
}

/** Runs operations a person typed. First warns of text that looks like a secret, which is saved all the same. */
export async function changeTyped(
  { client, runtime, workspace, options }: Call<object, unknown>,
  operations: Operation[],
): Promise<ChangeResult> {
  const params = { workspace, operations };
  const isTyped = operations.some(({ op }) => op === 'add' || op === 'edit');
  if (isTyped && !options.json) {
    const { secrets } = await client.call('context.preview', params);
    runtime.writeError(secrets.length === 0 ? '' : `${holdsSecrets(secrets)}.\n`);
  }
  return client.call('context.change', params);
}

export const changeAnswer = (result: ChangeResult): Answer => ({ json: result, lines: changeLines(result) });
