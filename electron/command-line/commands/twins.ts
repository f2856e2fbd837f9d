import type { Twin, TwinsView } from '#shared/contract/features/twins.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { hintFor } from '#shared/twins/hints.ts';
import { twinsTitle } from '#shared/twins/words.ts';
import type { Call, CommandRecord } from '../command.ts';

export const twins: CommandRecord = {
  name: 'twins',
  about: 'List entries that may be one or speak against each other, and entries that may not last.',
  options: [['--all', 'also groups that you said are all right', false]],
  examples: ['twins', 'twins --json'],
  async run({ client, workspace, options }: Call<{ readonly all: boolean }>) {
    const { twins: groups, open } = await readPages(client.call, 'twins.list', 'twins', {
      workspace,
      wait: true,
    });
    const { entries } = await readWholeContext(client, workspace);
    const hints = entries.flatMap((entry) => {
      const hint = hintFor(entry);
      return hint ? [{ hint: hint.name, why: `This ${hint.reason}`, text: textOf(entry) }] : [];
    });
    const shown = groups.filter(({ right }) => options.all || !right);
    const hidden = groups.length - shown.length;
    const lines = [
      ...(shown.length === 0 ? ['No entries that may be one.'] : shown.flatMap(twinsLines)),
      ...(hidden > 0 ? [`${counted(hidden, 'group is', 'groups are')} right, as you said; --all shows them.`] : []),
      ...hints.flatMap(({ why, text }) => [oneLine(text), `  ${why}`]),
    ];
    return { json: { twins: shown, open, hints }, lines };
  },
};

const textOf = ({ key, value }: Pick<Twin, 'key' | 'value'>): string => (key === null ? value : `${key}: ${value}`);

function twinsLines(twins: TwinsView): string[] {
  const { entries, count, right } = twins;
  return [
    `${oneLine(twinsTitle(twins))}${right ? ' (all are right)' : ''}`,
    ...entries.map((entry) => `  ${oneLine(textOf(entry))}`),
    ...(count > entries.length ? [`  and ${counted(count - entries.length, 'more', 'more')}`] : []),
  ];
}
