import type { Command } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import { type Settings, settings } from '#shared/contract/features/settings.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { formatNames } from '#shared/wording/formats.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

type Form = Settings['readAs'];

export function registerReadAs(program: Command, { runtime }: CommandHost): void {
  onWorkspace(program.command('read-as'))
    .description('Say in which form a file is read, or choose another. The file stays as it is.')
    .argument('[form]', 'such as hermes, or “recognised” for what it is recognised as')
    .addHelpText(
      'after',
      examples('read-as -w notes.md', 'read-as hermes -w notes.md', 'read-as recognised -w notes.md'),
    )
    .action((wanted: string | undefined, options: WorkspaceOptions) =>
      withWorkspace(runtime, options, async (client, { id: workspace, path }) => {
        const { readAs: reading } = await client.call('settings.read', { workspace });
        const choices: readonly Form[] = reading === null ? [] : ['recognised', ...reading.choices];
        if (wanted !== undefined) {
          const chosen = settings.readAs.value.safeParse(wanted).data;
          if (chosen === undefined || !choices.includes(chosen)) {
            throw new ContextureError('settings_invalid', refusal(path, wanted, choices));
          }
          await client.call('settings.write', { workspace, values: { readAs: chosen } });
        }
        const { summary } = await client.call('context.read', { workspace, limit: 1 });
        const { settings: values } = await client.call('settings.read', { workspace });
        const said = {
          format: summary.format,
          readAs: values.readAs,
          recognised: reading?.recognised ?? summary.format,
          choices,
          entries: summary.entryCount,
        };
        answer(runtime, options, said, [
          `Read as ${formatNames[summary.format]}${values.readAs === 'recognised' ? '' : `; recognised as ${formatNames[said.recognised]}`}: ${counted(summary.entryCount, 'entry', 'entries')}.`,
          ...(choices.length === 0 ? [] : [`It can be read as: ${choices.join(', ')}.`]),
        ]);
      }),
    );
}

const refusal = (path: string, wanted: string, choices: readonly Form[]): string =>
  choices.length === 0
    ? `${oneLine(path)} is a memory of Contexture’s own form, which is read in no other. Nothing was changed.`
    : `${oneLine(path)} can’t be read as “${oneLine(wanted)}”, only as one of: ${choices.join(', ')}. Nothing was changed.`;
