import type { Command } from 'commander';
import type { Twin, TwinsView } from '#shared/contract/features/twins.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { hintFor } from '#shared/twins/hints.ts';
import { titleOf } from '#shared/twins/words.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

export function registerTwins(program: Command, { runtime }: CommandHost): void {
  onWorkspace(program.command('twins'))
    .description('List entries that may be one or speak against each other, and entries that may not last.')
    .option('--all', 'also those of which you said that all are right', false)
    .addHelpText('after', examples('twins', 'twins --json'))
    .action((options: WorkspaceOptions & { readonly all: boolean }) =>
      withWorkspace(runtime, options, async (client, { id }) => {
        const { twins, open } = await readPages(client.call, 'twins.list', 'twins', { workspace: id, wait: true });
        const { entries } = await readWholeContext(client, id);
        const hints = entries.flatMap((entry) => {
          const hint = hintFor(entry);
          return hint ? [{ hint: hint.name, why: `This ${hint.reason}`, text: textOf(entry) }] : [];
        });
        const shown = twins.filter(({ right }) => options.all || !right);
        answer(runtime, options, { twins: shown, open, hints }, [
          ...(shown.length === 0 ? ['No entries that may be one.'] : shown.flatMap(twinsLines)),
          ...(shown.length < twins.length
            ? [
                `${counted(twins.length - shown.length, 'group is', 'groups are')} right, as you said; --all shows them.`,
              ]
            : []),
          ...hints.flatMap(({ why, text }) => [oneLine(text), `  ${why}`]),
        ]);
      }),
    );
}

const textOf = ({ key, value }: Pick<Twin, 'key' | 'value'>): string => (key === null ? value : `${key}: ${value}`);

function twinsLines(twins: TwinsView): string[] {
  const { entries, count, right } = twins;
  return [
    `${oneLine(titleOf(twins))}${right ? ' (all are right)' : ''}`,
    ...entries.map((entry) => `  ${oneLine(textOf(entry))}`),
    ...(count > entries.length ? [`  and ${counted(count - entries.length, 'more', 'more')}`] : []),
  ];
}
