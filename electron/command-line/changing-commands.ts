import { type Command, InvalidArgumentError, Option } from 'commander';
import { categories, confidences, refOf } from '#shared/entries/entry.ts';
import {
  type AddOptions,
  type ApplyOptions,
  add,
  apply,
  changeEntry,
  type EditOptions,
  type EntryOptions,
  edit,
  type RestoreOptions,
  restore,
} from './change-entries.ts';
import type { Runtime } from './runtime.ts';
import { onAnyWorkspace, onWorkspace } from './workspace-options.ts';

const whichHelp = 'its name, or a part of its text that no other has';
const categoryOption = () => new Option('--category <category>', 'the section it belongs to').choices([...categories]);
const confidenceOption = () => new Option('--confidence <confidence>', 'how sure it is').choices([...confidences]);

/** The commands by which a person changes what is known, and one for what an assistant learned. */
export function addChangingCommands(program: Command, runtime: Runtime): void {
  onAnyWorkspace(program.command('add'))
    .description('Add something your assistant should know.')
    .argument('<text>', '“name: value”, or a sentence')
    .addOption(categoryOption().default('preference'))
    .addOption(confidenceOption())
    .addHelpText(
      'after',
      '\nExamples:\n  contexture add "language: German"\n  contexture add "Picks up kids at 3:30" --category fact',
    )
    .action((text: string, options: AddOptions) => add(text, options, runtime));

  onAnyWorkspace(program.command('apply'))
    .description('Apply an assistant’s updates from a file: all, or none if one is not valid.')
    .argument('<file>', 'JSON: a list of {category, key, value, confidence, source?}, or - for standard input')
    .option('--assistant <name>', 'what the assistant calls itself, for the history')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture apply updates.json\n  observer | contexture apply - --assistant observer',
    )
    .action((file: string, options: ApplyOptions) => apply(file, options, runtime));

  onEntry(program.command('edit'))
    .description('Correct an entry: its text, its name, how sure it is, its section, whether it is pinned.')
    .argument('[text]', 'what it should say; the value alone where it has a name')
    .option('--key <name>', 'its new name')
    .addOption(confidenceOption())
    .addOption(categoryOption())
    .option('--pin', 'never archive it for size')
    .option('--no-pin', 'let it be archived for size')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture edit language German\n  contexture edit tea --confidence certain --pin',
    )
    .action((which: string, text: string | undefined, options: EditOptions) => edit(which, text, options, runtime));

  onEntry(program.command('remove'))
    .description('Delete an entry; the history keeps it, and undo in the app brings it back.')
    .addHelpText('after', '\nExamples:\n  contexture remove tea\n  contexture remove tea --line 4')
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'delete', entry: refOf(entry) }]),
    );

  onEntry(program.command('archive'))
    .description('Move an entry to the archive, from where it can be restored.')
    .addHelpText('after', '\nExamples:\n  contexture archive "wednesday evenings"')
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'archive', entry: refOf(entry) }]),
    );

  onWorkspace(program.command('restore'))
    .description('Bring an archived entry back, or all of an archive file.')
    .argument('[which]', `${whichHelp}; may be left out with --file`)
    .option('--file <name>', 'the archive file: global-2026-05-03.md')
    .addOption(categoryOption())
    .addOption(
      new Option('--replace', 'where its name is known again: replace what is known').implies({ twin: 'replace' }),
    )
    .addOption(new Option('--keep-both', 'where its name is known again: keep both').implies({ twin: 'keep_both' }))
    .option('--make-room', 'archive others where it would not fit', false)
    .option('--allow-over', 'go over the limit', false)
    .addHelpText(
      'after',
      '\nExamples:\n  contexture restore naps\n  contexture restore --file global-2026-05-03.md --make-room',
    )
    .action((which: string | undefined, options: RestoreOptions) => restore(which, options, runtime));
}

function onEntry(command: Command): Command {
  return onWorkspace(command.argument('<which>', whichHelp)).option(
    '--line <number>',
    'where several match: which of them, by its number in “contexture show”',
    asLine,
  );
}

function asLine(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new InvalidArgumentError('A line is a number from 0 on.');
  }
  return Number(text);
}
