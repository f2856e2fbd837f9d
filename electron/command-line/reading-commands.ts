import type { Command } from 'commander';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { type AnswerOptions, answer } from './answer.ts';
import { checkText, findingLine, isAmiss } from './check-text.ts';
import { archivedTable, entryTable, fullnessLine, type Numbered } from './entry-table.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type PromptOptions, prompt } from './print-prompt.ts';
import { readNamed } from './read-file.ts';
import type { Runtime } from './runtime.ts';
import { withWorkspace } from './with-workspace.ts';
import { onAnyWorkspace, onWorkspace, placeOf, type WorkspaceOptions } from './workspace-options.ts';

const maxArchived = 1000;

/** The commands that change nothing. @param endsWith sets the code to exit with where nothing failed */
export function addReadingCommands(program: Command, runtime: Runtime, endsWith: (code: ExitCode) => void): void {
  onAnyWorkspace(program.command('show'))
    .description('Show what your assistant knows, line by line.')
    .addHelpText('after', '\nExamples:\n  contexture show\n  contexture show -w ~/notes --json')
    .action((options: WorkspaceOptions) => show(options, runtime));

  onWorkspace(program.command('search'))
    .description('Find entries and archived ones in which all words occur.')
    .argument('<words...>', 'words in any order and case')
    .addHelpText('after', '\nExamples:\n  contexture search tea\n  contexture search monday market --json')
    .action((words: string[], options: WorkspaceOptions) => search(words.join(' '), options, runtime));

  onAnyWorkspace(program.command('prompt'))
    .description('Print all an assistant starts with: the memory files, then the memory in its text or in a template.')
    .option('-t, --template <file>', 'a template with {{global_context}} and {{today}}, or - for standard input')
    .option('--no-files', 'leave out the memory files, which come before the template')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture prompt\n  contexture prompt --template system.md > prompt.md\n  contexture prompt --no-files',
    )
    .action((options: PromptOptions) => prompt(options, runtime));

  program
    .command('check')
    .description('Print what is amiss in a context file or an archive: file:line:col code message.')
    .argument('<file>', 'the file, or - for standard input')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExamples:\n  contexture check logs/context/global.md\n  contexture check - < global.md')
    .action(async (file: string, options: AnswerOptions) => endsWith(await check(file, options, runtime)));
}

function show(options: WorkspaceOptions, runtime: Runtime): Promise<void> {
  return withWorkspace(runtime, placeOf(options), async (client, workspace) => {
    const { summary, entries } = await readWholeContext(client, workspace.id);
    const numbered = entries.map((entry, line) => ({ line, entry }));
    const lines = entries.length === 0 ? ['Nothing is known yet.'] : entryTable(numbered);
    // What of the settings can't be used, and so which limit and measure hold instead.
    const { problems } = await client.call('settings.read', { workspace: workspace.id });
    const told = summary.problem === null ? problems : [summary.problem.message, ...problems];
    answer(runtime, options, { summary, entries: numbered.map(flat) }, [
      ...[summary.path, fullnessLine(summary), ...told, ''],
      ...lines,
    ]);
  });
}

function search(query: string, options: WorkspaceOptions, runtime: Runtime): Promise<void> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return withWorkspace(runtime, placeOf(options), async (client, workspace) => {
    const { entries } = await readWholeContext(client, workspace.id);
    const found = entries
      .map((entry, line) => ({ line, entry }))
      .filter(({ entry }) => words.every((word) => lineText(entry).toLowerCase().includes(word)));
    const archived = await searchArchive(client, workspace.id, query);
    answer(runtime, options, { entries: found.map(flat), archived: archived.entries, archivedTotal: archived.total }, [
      ...(found.length === 0 ? ['Nothing in the context.'] : entryTable(found)),
      ...(archived.total === 0 ? [] : ['', `Archived (${archived.total})`, ...archivedTable(archived.entries)]),
    ]);
  });
}

const searchArchive = (client: Client, workspace: string, query: string) =>
  client.call('archive.entries', { workspace, query, limit: maxArchived });

async function check(file: string, options: AnswerOptions, runtime: Runtime): Promise<ExitCode> {
  const name = file === '-' ? 'standard-input' : file;
  const findings = checkText(name, await readNamed(file, runtime));
  if (options.json || findings.length > 0) {
    answer(runtime, options, findings, findings.map(findingLine));
  }
  return findings.some(isAmiss) ? exitCodes.failed : exitCodes.done;
}

const flat = ({ line, entry }: Numbered) => ({ line, ...entry });
