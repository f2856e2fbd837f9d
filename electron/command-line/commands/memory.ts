import { InvalidArgumentError } from 'commander';
import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { type BehindUnclosed, readBehindUnclosed, readWholeContext } from '#shared/contract/reading/whole-context.ts';
import { searchAllWork } from '#shared/contract/reading/work.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { About } from '#shared/entries/about.ts';
import { type Category, type Confidence, refOf } from '#shared/entries/entry.ts';
import { isAboutAny, type Subject, subjectsNamed, subjectsOf } from '#shared/entries/subjects.ts';
import { readKey } from '#shared/formats/read-key.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { problemInWords } from '#shared/wording/topics.ts';
import {
  aboutOption,
  categoryOption,
  changeAnswer,
  changeEntry,
  changeTyped,
  checkPlace,
  confidenceOption,
  type EntryOptions,
  onEntry,
  sectionOption,
} from '../change-entries.ts';
import { type Answer, type Call, type CommandRecord, oneCall } from '../command.ts';
import { archivedTable, entryTable, fullnessLine, type NumberedEntry } from '../entry-table.ts';
import { readNamed } from '../read-file.ts';
import { workFoundLines } from '../work-words.ts';

export const show: CommandRecord = {
  name: 'show',
  scope: 'any-workspace',
  about: 'Show what your assistant knows, line by line.',
  options: [['--about [name]', 'only what is about someone or something else: about whom, or about anyone']],
  examples: ['show', 'show --about Sarah', 'show -w ~/notes --json'],
  async run({ client, workspace, options: { about } }: Call<ShowOptions>) {
    const context = await readWholeContext(client, workspace);
    const { summary, entries } = context;
    const subjects = subjectsAsked(entries, about);
    const numbered = entries
      .map((entry, line) => ({ line, entry }))
      .filter(({ entry }) => subjects === null || isAboutAny(entry, subjects));
    const none = subjects === null ? 'Nothing is known yet.' : nothingAbout(subjectsOf(entries));
    // Names the limit and measure that apply instead of unusable settings.
    const { problems } = await client.call('settings.read', { workspace });
    const problemsOfTopics = await topicProblems(client, workspace, summary);
    const unclosed = subjects === null ? await readBehindUnclosed(client, workspace, context) : null;
    const lines = [
      oneLine(summary.path),
      fullnessLine(summary),
      ...(summary.problem === null ? [] : [summary.problem.message]),
      ...problems,
      ...problemsOfTopics,
      '',
      ...(numbered.length === 0 ? [none] : entryTable(numbered, summary)),
      ...(unclosed ? ['', ...unclosedTable(unclosed)] : []),
    ];
    return { json: { summary, entries: numbered.map(flat) }, lines };
  },
};

const unclosedTable = ({ message, lines }: BehindUnclosed): string[] => [
  oneLine(message),
  ...lines.map(({ line, text }) => `  line ${line}  ${oneLine(text)}`),
];

/** Describes mismatches between the lines of a memory and its topic files, in sentences. */
async function topicProblems(
  client: Client,
  workspace: string,
  { capabilities: { severalFiles, assistant } }: ContextSummary,
): Promise<string[]> {
  if (!severalFiles) {
    return [];
  }
  const { problems, problemCount } = await client.call('topics.list', { workspace, limit: 1 });
  const more = problemCount - problems.length;
  return [
    ...problems.map((problem) => oneLine(problemInWords(problem, assistant ?? 'your assistant'))),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

type ShowOptions = { readonly about?: string | true };

/** Finds the subjects asked for; null for all entries. */
function subjectsAsked(entries: readonly EntryView[], about: string | true | undefined): readonly Subject[] | null {
  if (about === undefined) {
    return null;
  }
  const subjects = subjectsOf(entries);
  return about === true ? subjects : subjectsNamed(subjects, about).meant;
}

function nothingAbout(subjects: readonly Subject[]): string {
  const names = subjects.map(({ name, kind }) => `${oneLine(name)} (${kind})`).join(', ');
  return names === ''
    ? 'Nothing is marked as about anyone else.'
    : `Nothing is about that. What is known is about ${names}.`;
}

export const searchCommand: CommandRecord = {
  name: 'search',
  about: 'Find entries, archived ones, what agents store and workflows in which all words occur.',
  arguments: [['<words...>', 'words in any order and case']],
  examples: ['search tea', 'search monday market --json'],
  run: searchAll,
};

async function searchAll({ client, workspace }: Call, typedWords: string[]): Promise<Answer> {
  const query = typedWords.join(' ');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const context = await readWholeContext(client, workspace);
  const { summary, entries } = context;
  const unclosed = await readBehindUnclosed(client, workspace, context);
  const behind = unclosed?.lines.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))) ?? [];
  const unread = summary.status === 'unreadable' ? [summary.problem?.message ?? ''] : [];
  const matches = entries
    .map((entry, line) => ({ line, entry }))
    .filter(({ entry }) => {
      const text = `${lineText(entry)} ${entry.flags.about?.name ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const archived = await client.call('archive.entries', { workspace, query, limit: maxArchived });
  const stored = await client.call('storages.search', { workspace, query, limit: maxArchived });
  const work = await searchAllWork(client, workspace, query, maxArchived);
  const storedLines = stored.found.map(({ file, at, shown }) => oneLine(`${file}  ${at}  ${shown}`));
  return {
    json: {
      entries: matches.map(flat),
      behindUnclosed: behind,
      archived: archived.entries,
      archivedTotal: archived.total,
      kept: stored.found,
      keptTotal: stored.total,
      work: work.found,
      workElsewhere: work.elsewhere,
    },
    lines: [
      ...unread,
      ...(matches.length > 0 ? entryTable(matches, summary) : behind.length > 0 ? [] : ['Nothing in the memory.']),
      ...(unclosed && behind.length > 0 ? unclosedTable({ ...unclosed, lines: behind }) : []),
      ...headed(`Archived (${archived.total})`, archivedTable(archived.entries, summary.capabilities)),
      ...headed(`Stored by agents (${stored.total})`, storedLines),
      ...stored.problems.map(oneLine),
      ...workFoundLines(work),
    ],
  };
}

const headed = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', heading, ...lines];

const maxArchived = 1000;

const flat = ({ line, entry }: NumberedEntry) => ({ line, ...entry });

type AddOptions = {
  readonly category?: Category;
  readonly section?: string;
  readonly confidence?: Confidence;
  readonly about?: About;
};

export const add: CommandRecord = {
  name: 'add',
  scope: 'any-workspace',
  about: 'Add something your assistant should know.',
  arguments: [['<text>', '“name: value”, or a sentence']],
  options: [categoryOption(), sectionOption(), confidenceOption(), aboutOption()],
  examples: ['add "language: German"', 'add "Picks up kids at 3:30" --category fact'],
  async run(call: Call<AddOptions>, text: string) {
    const { client, workspace, options } = call;
    const { category = 'preference', section, confidence, about } = options;
    const keyed = readKey(text.trim());
    const content =
      keyed === null ? { key: null, value: text } : { key: keyed.key, value: text.trim().slice(keyed.valueAt) };
    const { summary } = await client.call('context.read', { workspace, limit: 1 });
    checkPlace(options, summary);
    const { sections } = summary.capabilities;
    if (about !== undefined && !sections) {
      const message =
        'The form of this memory has no place for who an entry is about. Add it, then use “contexture edit WHICH --about”. Nothing was changed.';
      throw new ContextureError('invalid_request', message);
    }
    const filing = sections ? { category, confidence, about } : { category: null, section };
    return changeAnswer(await changeTyped(call, [{ op: 'add', ...filing, ...content }]));
  },
};

export const apply: CommandRecord = {
  name: 'apply',
  scope: 'any-workspace',
  about: 'Apply an assistant’s updates from a file: all, or none if one is not valid.',
  arguments: [['<file>', 'JSON: a list of {category, key, value, confidence, source?}, or - for standard input']],
  options: [['--assistant <name>', 'what the assistant calls itself, for the history']],
  examples: ['apply updates.json', 'observer | contexture apply - --assistant observer'],
  input: async ({ runtime }: Call, file: string) => updatesIn(await readNamed(file, runtime)),
  run: oneCall(
    'context.apply',
    ({ workspace, options: { assistant }, input }: Call<{ readonly assistant?: string }, []>) => ({
      workspace,
      updates: input,
      assistant,
    }),
    changeAnswer,
  ),
};

/** @throws `invalid_request` unless it is a list of updates */
function updatesIn(json: string): unknown[] {
  const parsed = parseJson(json);
  const list = typeof parsed === 'object' && parsed !== null && 'updates' in parsed ? parsed.updates : parsed;
  if (!Array.isArray(list)) {
    const message =
      'The updates are not JSON: a list of {"category", "key", "value", "confidence", "source"?}, or {"updates": […]}.';
    throw new ContextureError('invalid_request', message);
  }
  return list;
}

type EditOptions = EntryOptions & {
  readonly key?: string;
  readonly confidence?: Confidence;
  readonly category?: Category;
  readonly section?: string;
  readonly pin?: boolean;
  readonly confirm?: boolean;
  readonly about?: About | false;
};

export const editCommand: CommandRecord = {
  ...onEntry,
  name: 'edit',
  about:
    'Correct an entry: its text, its name, how sure it is, its section or heading, whether it is pinned or confirmed, who it is about.',
  arguments: [...onEntry.arguments, ['[text]', 'what it should say; the value alone where it has a name']],
  options: [
    ...onEntry.options,
    ['--key <name>', 'its new name'],
    confidenceOption(),
    categoryOption(),
    sectionOption(),
    ['--pin', 'never archive it for size'],
    ['--no-pin', 'let it be archived for size'],
    ['--confirm', 'say that it is right, in a memory that doesn’t say how sure its entries are'],
    ['--no-confirm', 'no longer say so'],
    aboutOption(),
    ['--no-about', 'say that it is about nobody and nothing else'],
  ],
  examples: ['edit language German', 'edit tea --confidence certain --pin'],
  input({ options }: Call<EditOptions>, _: string, text: string | undefined) {
    const { key, confidence, category, section, pin, confirm, about } = options;
    if ([text, key, confidence, category, section, pin, confirm, about].every((option) => option === undefined)) {
      throw new InvalidArgumentError(
        'Say what is to be different: a text, --key, --confidence, --category, --section, --pin, --confirm or --about.',
      );
    }
  },
  run: editEntry,
};

function editEntry(call: Call<EditOptions>, which: string, text: string | undefined): Promise<Answer> {
  const { key, confidence, category, section, pin, confirm, about } = call.options;
  return changeEntry(call, which, (view, summary) => {
    checkPlace(call.options, summary);
    if (confirm !== undefined && summary.capabilities.confidence) {
      const message = 'This memory says how sure its entries are: use --confidence. Nothing was changed.';
      throw new ContextureError('invalid_request', message);
    }
    const entry = refOf(view);
    const operations: (Operation | null)[] = [
      text === undefined && key === undefined ? null : { op: 'edit', entry, value: text, key },
      confidence === undefined ? null : { op: 'confidence', entry, confidence },
      pin === undefined ? null : { op: 'pin', entry, pinned: pin },
      confirm === undefined ? null : { op: 'confirm', entry, confirmed: confirm },
      about === undefined ? null : { op: 'about', entry, about: about || null },
      category === undefined ? null : { op: 'move', entry, category },
      section === undefined ? null : { op: 'move', entry, category: null, section },
    ];
    return operations.filter((operation) => operation !== null);
  });
}

export const remove: CommandRecord = {
  ...onEntry,
  name: 'remove',
  about: 'Delete an entry; the history keeps it, and “contexture undo” restores it.',
  examples: ['remove tea', 'remove tea --line 4'],
  run: (call: Call<EntryOptions>, which: string) =>
    changeEntry(call, which, (entry) => [{ op: 'delete', entry: refOf(entry) }]),
};
