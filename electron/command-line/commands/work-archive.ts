import type { Command } from 'commander';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { bytesInWords, counted } from '#shared/text/counts.ts';
import { answer } from '../answer.ts';
import { askFirst } from '../ask-first.ts';
import { examples } from '../change-entries.ts';
import type { Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions } from '../with-workspace.ts';
import { idHelp, onWork } from './work-files.ts';

export function registerWorkArchive(work: Command, runtime: Runtime): void {
  registerArchive(work, runtime);
  onWorkspace(work.command('archived'))
    .description('List the archived workflows, by the month they were created in.')
    .option('--month <month>', 'only those of one month: 2026-08')
    .addHelpText('after', examples('work archived', 'work archived --month 2026-08'))
    .action((options: WorkspaceOptions & { readonly month?: string }) =>
      onWork(runtime, options, async (client, workspace) => {
        const { months, workflows, findings } = await archivedIn(client, workspace, options.month);
        const lines = workflows.length === 0 ? ['No archived workflows here.'] : workflows.map(lineOf);
        answer(runtime, options, { months, workflows, findings }, [
          ...lines,
          ...findings.map(({ message, mend }) => oneLine(`${message} ${mend}`)),
        ]);
      }),
    );
  onWorkspace(work.command('restore'))
    .description('Bring an archived workflow back to where it was, bit for bit.')
    .argument('<id>', 'its workflow_id, as “contexture work archived” has it')
    .option('--changed', 'also if another program changed the archive since it was written')
    .addHelpText('after', examples('work restore 3f2c…'))
    .action((id: string, options: WorkspaceOptions & { readonly changed?: true }) =>
      onWork(runtime, options, async (client, workspace) => {
        const { where, folder } = await client.call('work.restore', { workspace, id, changed: options.changed });
        answer(runtime, options, { workflow_id: id, where, folder }, [
          oneLine(`Restored to ${folder}.`),
          takesBack('archive', id),
        ]);
      }),
    );
  registerRemoval(work, runtime);
}

const takesBack = (verb: 'archive' | 'restore', id: string): string =>
  `“contexture undo” or “contexture work ${verb} ${id}” takes that back.`;

function registerArchive(work: Command, runtime: Runtime): void {
  onWorkspace(work.command('archive'))
    .description(
      'Archive a workflow: its folder becomes one compressed file, until it is restored. Owners, extended attributes and hard links are not kept.',
    )
    .argument('[id]', `${idHelp}; if left out, those that were completed long enough ago`)
    .addHelpText('after', examples('work archive 3f2c…', 'work archive'))
    .action((id: string | undefined, options: WorkspaceOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        if (id !== undefined) {
          const { archived, findings } = await client.call('work.archive', { workspace, id });
          const lines = [
            lineOf(archived),
            ...findings.map(({ message }) => oneLine(message)),
            takesBack('restore', id),
          ];
          answer(runtime, options, { ...archived, findings }, lines);
          return;
        }
        const { archived, failed, findings } = await client.call('work.archiveDue', { workspace });
        const lines = archived.length === 0 ? ['No workflow is to be archived yet.'] : archived.map(lineOf);
        answer(runtime, options, { archived, failed, findings }, [
          ...lines,
          ...findings.map(({ message }) => oneLine(message)),
          ...failed.map((each) => oneLine(`${each.id} could not be archived: ${each.why}`)),
        ]);
      }),
    );
}

type RemovalOptions = WorkspaceOptions & { readonly preview: boolean; readonly yes: boolean };

function registerRemoval(work: Command, runtime: Runtime): void {
  onWorkspace(work.command('remove-archived'))
    .description('Remove archived workflows that are old enough by the settings, for good.')
    .option('--preview', 'only print which', false)
    .option('--yes', 'do not ask first', false)
    .addHelpText('after', examples('work remove-archived --preview'))
    .action((options: RemovalOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { days, bytes, workflows } = await client.call('work.previewRemoval', { workspace });
        const off = 'Nothing is removed: work_remove_archived is not true in the settings.';
        if (options.preview || workflows.length === 0) {
          const none = days === null ? off : `Nothing archived is over ${counted(days, 'day', 'days')} old.`;
          answer(runtime, options, { days, bytes, workflows }, workflows.length === 0 ? [none] : workflows.map(lineOf));
          return;
        }
        if (!options.yes) {
          const many = counted(workflows.length, 'archived workflow', 'archived workflows');
          const which = workflows.map(lineOf).join('\n');
          await askFirst(
            runtime,
            `Remove ${many}, ${bytesInWords(bytes)}, for good?`,
            `${which}\nThey can’t be restored.`,
          );
        }
        const named = workflows.map(({ id, month }) => ({ id, month }));
        const { removed, kept } = await client.call('work.removeArchived', { workspace, workflows: named });
        answer(runtime, options, { removed, kept }, [
          `Removed ${counted(removed.length, 'archived workflow', 'archived workflows')}.`,
          ...kept.map(({ id, why }) => oneLine(`${id} stays: ${why}`)),
        ]);
      }),
    );
}

async function archivedIn(client: Client, workspace: string, month: string | undefined) {
  const workflows: ArchivedWorkflow[] = [];
  for (;;) {
    const page = await client.call('work.archived', { workspace, month, offset: workflows.length, limit: 1000 });
    workflows.push(...page.workflows);
    if (page.workflows.length === 0 || workflows.length >= page.total) {
      return { months: page.months, workflows, findings: page.findings };
    }
  }
}

const lineOf = ({ id, month, type, where, bytes, problem }: ArchivedWorkflow): string =>
  oneLine(`${month}  ${id}  ${problem ?? `${type ?? 'of no type'}, was ${where}, ${bytesInWords(bytes)}`}`);
