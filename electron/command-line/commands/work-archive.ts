import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted, sizeInWords } from '#shared/text/counts.ts';
import { type Call, type CommandRecord, oneCall } from '../command.ts';
import { askFirst } from '../person-at-terminal.ts';
import { idHelp } from '../work-words.ts';

const listArchived: CommandRecord = {
  name: 'archived',
  about: 'List the archived workflows, by the month they were created in.',
  options: [['--month <month>', 'only those of one month: 2026-08']],
  examples: ['work archived', 'work archived --month 2026-08'],
  async run({ client, workspace, options }: Call<{ readonly month?: string }>) {
    const { months, workflows, findings } = await readPages(client.call, 'work.archived', 'workflows', {
      workspace,
      month: options.month,
      limit: 1000,
    });
    const lines = [
      ...(workflows.length === 0 ? ['No archived workflows here.'] : workflows.map(lineOf)),
      ...findings.map(({ message, mend }) => oneLine(`${message} ${mend}`)),
    ];
    return { json: { months, workflows, findings }, lines };
  },
};

const restoreWorkflow: CommandRecord = {
  name: 'restore',
  about: 'Bring an archived workflow back to where it was, bit for bit.',
  arguments: [['<id>', 'its workflow_id, as “contexture work archived” has it']],
  options: [['--changed', 'also if another program changed the archive since it was written']],
  examples: ['work restore 3f2c…'],
  run: oneCall(
    'work.restore',
    ({ workspace, options }: Call<{ readonly changed?: true }>, id: string) => ({
      workspace,
      id,
      changed: options.changed,
    }),
    ({ where, folder }, id) => ({
      json: { workflow_id: id, where, folder },
      lines: [oneLine(`Restored to ${folder}.`), takesBack('archive', id)],
    }),
  ),
};

const takesBack = (verb: 'archive' | 'restore', id: string): string =>
  `“contexture undo” or “contexture work ${verb} ${id}” takes that back.`;

const archiveWorkflow: CommandRecord = {
  name: 'archive',
  about:
    'Archive a workflow: its folder becomes one compressed file, until it is restored. Owners, extended attributes and hard links are lost.',
  arguments: [['[id]', `${idHelp}; if left out, those that were completed long enough ago`]],
  examples: ['work archive 3f2c…', 'work archive'],
  async run({ client, workspace }: Call, id: string | undefined) {
    if (id !== undefined) {
      const { archived, findings } = await client.call('work.archive', { workspace, id });
      const lines = [lineOf(archived), ...findings.map(({ message }) => oneLine(message)), takesBack('restore', id)];
      return { json: { ...archived, findings }, lines };
    }
    const { archived, failed, findings } = await client.call('work.archiveDue', { workspace });
    const lines = [
      ...(archived.length === 0 ? ['No workflow is to be archived yet.'] : archived.map(lineOf)),
      ...findings.map(({ message }) => oneLine(message)),
      ...failed.map((each) => oneLine(`${each.id} could not be archived: ${each.why}`)),
    ];
    return { json: { archived, failed, findings }, lines };
  },
};

const removeArchived: CommandRecord = {
  name: 'remove-archived',
  about: 'Remove archived workflows that are old enough by the settings, for good.',
  options: [
    ['--preview', 'only print which', false],
    ['--yes', 'do not ask first', false],
  ],
  examples: ['work remove-archived --preview'],
  async run({ client, workspace, options, runtime }: Call<{ readonly preview: boolean; readonly yes: boolean }>) {
    const { days, bytes, workflows } = await client.call('work.previewRemoval', { workspace });
    const listed = workflows.map(lineOf);
    if (options.preview || workflows.length === 0) {
      const off = 'Nothing is removed: work_remove_archived is not true in the settings.';
      const none = days === null ? off : `Nothing archived is over ${counted(days, 'day', 'days')} old.`;
      return { json: { days, bytes, workflows }, lines: workflows.length === 0 ? [none] : listed };
    }
    if (!options.yes) {
      const many = counted(workflows.length, 'archived workflow', 'archived workflows');
      const question = `Remove ${many}, ${sizeInWords(bytes)}, for good?`;
      await askFirst(runtime, question, `${listed.join('\n')}\nThey can’t be restored.`);
    }
    const chosen = workflows.map(({ id, month }) => ({ id, month }));
    const { removed, kept } = await client.call('work.removeArchived', { workspace, workflows: chosen });
    const lines = [
      `Removed ${counted(removed.length, 'archived workflow', 'archived workflows')}.`,
      ...kept.map(({ id, why }) => oneLine(`${id} stays: ${why}`)),
    ];
    return { json: { removed, kept }, lines };
  },
};

export const archiveCommands = [archiveWorkflow, listArchived, restoreWorkflow, removeArchived];

const lineOf = ({ id, month, type, where, bytes, problem }: ArchivedWorkflow): string =>
  oneLine(`${month}  ${id}  ${problem ?? `${type ?? 'of no type'}, was ${where}, ${sizeInWords(bytes)}`}`);
