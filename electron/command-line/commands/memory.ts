import { type Command, InvalidArgumentError } from 'commander';
import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { type BehindUnclosed, readBehindUnclosed } from '#shared/contract/reading/behind-unclosed.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import { searchAllWork } from '#shared/contract/reading/work.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { About } from '#shared/entries/about.ts';
import { type Category, type Confidence, refOf } from '#shared/entries/entry.ts';
import { isAboutAny, type Subject, subjectsNamed, subjectsOf } from '#shared/entries/subjects.ts';
import { readKey } from '#shared/formats/read-key.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { problemInWords } from '#shared/wording/topics.ts';
import { answer } from '../answer.ts';
import {
  aboutOption,
  categoryOption,
  changed,
  changeEntry,
  changeTyped,
  checkPlace,
  confidenceOption,
  type EntryOptions,
  examples,
  onEntry,
  sectionOption,
} from '../change-entries.ts';
import { archivedTable, entryTable, fullnessLine, type NumberedEntry } from '../entry-table.ts';
import { readNamed } from '../read-file.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { onAnyWorkspace, onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';
import { workFoundLines } from '../work-found.ts';

export function registerShow(program: Command, { runtime }: CommandHost): void {
  onAnyWorkspace(program.command('show'))
    .description('Show what your assistant knows, line by line.')
    .option('--about [name]', 'only what is about someone or something else: about whom, or about anyone')
    .addHelpText('after', examples('show', 'show --about Sarah', 'show -w ~/notes --json'))
    .action((options: ShowOptions) =>
      withWorkspace(runtime, options, async (client, workspace) => {
        const context = await readWholeContext(client, workspace.id);
        const { summary, entries } = context;
        const subjects = subjectsAsked(entries, options.about);
        const numbered = entries
          .map((entry, line) => ({ line, entry }))
          .filter(({ entry }) => subjects === null || isAboutAny(entry, subjects));
        const none = subjects === null ? 'Nothing is known yet.' : nothingAbout(subjectsOf(entries));
        const lines = numbered.length === 0 ? [none] : entryTable(numbered, summary);
        // Names the limit and measure that apply instead of unusable settings.
        const { problems } = await client.call('settings.read', { workspace: workspace.id });
        const told = summary.problem === null ? problems : [summary.problem.message, ...problems];
        const amiss = await topicProblems(client, workspace.id, summary);
        const above = [oneLine(summary.path), fullnessLine(summary), ...told, ...amiss, ''];
        const unclosed = subjects === null ? await readBehindUnclosed(client, workspace.id, context) : null;
        answer(runtime, options, { summary, entries: numbered.map(flat) }, [
          ...above,
          ...lines,
          ...(unclosed ? ['', ...unclosedTable(unclosed)] : []),
        ]);
      }),
    );
}

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

type ShowOptions = WorkspaceOptions & { readonly about?: string | true };

/** Finds the subjects asked for; null for all entries. */
function subjectsAsked(entries: readonly EntryView[], about: string | true | undefined): readonly Subject[] | null {
  if (about === undefined) {
    return null;
  }
  const subjects = subjectsOf(entries);
  return about === true ? subjects : subjectsNamed(subjects, about).meant;
}

function nothingAbout(subjects: readonly Subject[]): string {
  const known = subjects.map(({ name, kind }) => `${oneLine(name)} (${kind})`).join(', ');
  return known === ''
    ? 'Nothing is marked as about anyone else.'
    : `Nothing is about that. What is known is about ${known}.`;
}

export function registerSearch(program: Command, { runtime }: CommandHost): void {
  onWorkspace(program.command('search'))
    .description('Find entries, archived ones, what agents keep and workflows in which all words occur.')
    .argument('<words...>', 'words in any order and case')
    .addHelpText('after', examples('search tea', 'search monday market --json'))
    .action((words: string[], options: WorkspaceOptions) => search(words.join(' '), options, runtime));
}

function search(query: string, options: WorkspaceOptions, runtime: Runtime): Promise<void> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return withWorkspace(runtime, options, async (client, workspace) => {
    const context = await readWholeContext(client, workspace.id);
    const { summary, entries } = context;
    const unclosed = await readBehindUnclosed(client, workspace.id, context);
    const behind = unclosed?.lines.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))) ?? [];
    const unread = summary.status === 'unreadable' ? [summary.problem?.message ?? ''] : [];
    const found = entries
      .map((entry, line) => ({ line, entry }))
      .filter(({ entry }) => {
        const text = `${lineText(entry)} ${entry.flags.about?.name ?? ''}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
    const archived = await client.call('archive.entries', { workspace: workspace.id, query, limit: maxArchived });
    const kept = await client.call('storages.search', { workspace: workspace.id, query, limit: maxArchived });
    const work = await searchAllWork(client, workspace.id, query, maxArchived);
    const all = {
      entries: found.map(flat),
      behindUnclosed: behind,
      archived: archived.entries,
      archivedTotal: archived.total,
      kept: kept.found,
      keptTotal: kept.total,
      work: work.found,
      workElsewhere: work.elsewhere,
    };
    answer(runtime, options, all, [
      ...unread,
      ...(found.length > 0 ? entryTable(found, summary) : behind.length > 0 ? [] : ['Nothing in the context.']),
      ...(unclosed && behind.length > 0 ? unclosedTable({ ...unclosed, lines: behind }) : []),
      ...(archived.total === 0
        ? []
        : ['', `Archived (${archived.total})`, ...archivedTable(archived.entries, summary.capabilities)]),
      ...(kept.total === 0
        ? []
        : [
            '',
            `Kept by agents (${kept.total})`,
            ...kept.found.map(({ file, at, shown }) => oneLine(`${file}  ${at}  ${shown}`)),
          ]),
      ...kept.problems.map(oneLine),
      ...workFoundLines(work),
    ]);
  });
}

const maxArchived = 1000;

const flat = ({ line, entry }: NumberedEntry) => ({ line, ...entry });

type AddOptions = WorkspaceOptions & {
  readonly category?: Category;
  readonly section?: string;
  readonly confidence?: Confidence;
  readonly about?: About;
};

export function registerAdd(program: Command, { runtime }: CommandHost): void {
  onAnyWorkspace(program.command('add'))
    .description('Add something your assistant should know.')
    .argument('<text>', '“name: value”, or a sentence')
    .addOption(categoryOption())
    .addOption(sectionOption())
    .addOption(confidenceOption())
    .addOption(aboutOption())
    .addHelpText('after', examples('add "language: German"', 'add "Picks up kids at 3:30" --category fact'))
    .action((text: string, options: AddOptions) => {
      const { category = 'preference', section, confidence, about } = options;
      const found = readKey(text.trim());
      const said =
        found === null ? { key: null, value: text } : { key: found.key, value: text.trim().slice(found.valueAt) };
      return changed(options, runtime, async (client, { id }) => {
        const { summary } = await client.call('context.read', { workspace: id, limit: 1 });
        checkPlace(options, summary);
        const { sections } = summary.capabilities;
        if (about !== undefined && !sections) {
          const message =
            'The form of this memory has no place for who an entry is about. Add it, then use “contexture edit WHICH --about”. Nothing was changed.';
          throw new ContextureError('invalid_request', message);
        }
        const place = sections ? { category, confidence, about } : { category: null, section };
        return changeTyped(client, runtime, options, {
          workspace: id,
          operations: [{ op: 'add', ...place, ...said }],
        });
      });
    });
}

type ApplyOptions = WorkspaceOptions & { readonly assistant?: string };

export function registerApply(program: Command, { runtime }: CommandHost): void {
  onAnyWorkspace(program.command('apply'))
    .description('Apply an assistant’s updates from a file: all, or none if one is not valid.')
    .argument('<file>', 'JSON: a list of {category, key, value, confidence, source?}, or - for standard input')
    .option('--assistant <name>', 'what the assistant calls itself, for the history')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture apply updates.json\n  observer | contexture apply - --assistant observer',
    )
    .action(async (file: string, options: ApplyOptions) => {
      const updates = updatesIn(await readNamed(file, runtime)) as [];
      const { assistant } = options;
      await changed(options, runtime, (client, { id: workspace }) =>
        client.call('context.apply', { workspace, updates, assistant }),
      );
    });
}

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

export function registerEdit(program: Command, { runtime }: CommandHost): void {
  onEntry(program.command('edit'))
    .description(
      'Correct an entry: its text, its name, how sure it is, its section or heading, whether it is pinned or confirmed, who it is about.',
    )
    .argument('[text]', 'what it should say; the value alone where it has a name')
    .option('--key <name>', 'its new name')
    .addOption(confidenceOption())
    .addOption(categoryOption())
    .addOption(sectionOption())
    .option('--pin', 'never archive it for size')
    .option('--no-pin', 'let it be archived for size')
    .option('--confirm', 'say that it is right, in a memory that doesn’t say how sure its entries are')
    .option('--no-confirm', 'no longer say so')
    .addOption(aboutOption())
    .option('--no-about', 'say that it is about nobody and nothing else')
    .addHelpText('after', examples('edit language German', 'edit tea --confidence certain --pin'))
    .action((which: string, text: string | undefined, options: EditOptions) => edit(which, text, options, runtime));
}

function edit(which: string, text: string | undefined, options: EditOptions, runtime: Runtime): Promise<void> {
  const { key, confidence, category, section, pin, confirm, about } = options;
  if ([text, key, confidence, category, section, pin, confirm, about].every((given) => given === undefined)) {
    throw new InvalidArgumentError(
      'Say what is to be different: a text, --key, --confidence, --category, --section, --pin, --confirm or --about.',
    );
  }
  return changeEntry(which, options, runtime, (found, summary) => {
    checkPlace(options, summary);
    if (confirm !== undefined && summary.capabilities.confidence) {
      const message = 'This memory says how sure its entries are: use --confidence. Nothing was changed.';
      throw new ContextureError('invalid_request', message);
    }
    const entry = refOf(found);
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

export function registerRemove(program: Command, { runtime }: CommandHost): void {
  onEntry(program.command('remove'))
    .description('Delete an entry; the history keeps it, and “contexture undo” restores it.')
    .addHelpText('after', examples('remove tea', 'remove tea --line 4'))
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'delete', entry: refOf(entry) }]),
    );
}
