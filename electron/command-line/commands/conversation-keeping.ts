import { type Command, InvalidArgumentError } from 'commander';
import { localDay } from '#node/clock.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Keeping, KeepRule, KeptConversation } from '#shared/contract/features/conversation-keeping.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { bytesInWords, counted } from '#shared/text/counts.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { withClient } from '../with-workspace.ts';
import { oneOf } from './conversation-reading.ts';

type RuleOptions = {
  readonly all?: string;
  readonly project?: string;
  readonly stop?: boolean;
  readonly limit?: number;
};
type KeepOptions = RuleOptions & { readonly json?: boolean; readonly remove?: boolean; readonly evenLast?: boolean };

const megabyte = 1_000_000;

export function registerKeep(conversations: Command, { runtime }: CommandHost): void {
  conversations
    .command('keep')
    .description(
      'Keep a copy of a conversation, byte for byte, before its program deletes it; without a name, list what is kept.',
    )
    .argument('[which]', 'a part of its title, id or file that no other has')
    .option('--remove', 'remove the copy instead')
    .option('--even-last', 'with --remove: also where the program’s own is gone, or no longer has all of it')
    .option('--all <assistant>', 'keep all of this assistant, now and while the app is open')
    .option('--project <folder>', 'with --all: those that took place in this folder alone')
    .option('--stop', 'with --all: no longer; what is kept stays')
    .option('--limit <megabytes>', 'how much copies may take that are kept by --all', asMegabytes)
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      examples('conversations keep', 'conversations keep "Which tea"', 'conversations keep --all "Claude Code"'),
    )
    .action((which: string | undefined, options: KeepOptions) =>
      withClient(runtime, async (client) => {
        if (which === undefined) {
          const keeping = await rulesSet(client, options);
          const { kept, used, limit, rules, problems } = keeping;
          answer(runtime, options, keeping, [
            kept.length === 0
              ? 'No conversation is kept.'
              : `${counted(kept.length, 'conversation', 'conversations')}, ${bytesInWords(used)}.`,
            ...kept.flatMap(keptLines),
            ...rules.map(ruleLine),
            ...(rules.length === 0 ? [] : [`Copies may take ${bytesInWords(limit)}.`]),
            ...problems.map(({ id, message }) => oneLine(`Not kept: ${id}. ${message}`)),
          ]);
          return;
        }
        const { id } = await oneOf(client, which);
        if (options.remove) {
          await client.call('conversations.removeCopy', { id, evenLast: options.evenLast ?? false });
          answer(runtime, options, { id }, ['Its copy is removed.']);
          return;
        }
        const kept = await client.call('conversations.keep', { id });
        answer(runtime, options, kept, ['Kept.', ...keptLines(kept)]);
      }),
    );
}

/** Sets the named rules and limit. @returns the new state of keeping */
async function rulesSet(client: Client, { all, project, stop, limit }: RuleOptions): Promise<Keeping> {
  if (all === undefined && (project !== undefined || stop)) {
    throw new ContextureError('invalid_request', 'Say of which assistant: --all "Claude Code". Nothing was changed.');
  }
  const before = await client.call('conversations.keeping', {});
  if (all === undefined && limit === undefined) {
    return before;
  }
  const { places } = await client.call('conversations.places', {});
  if (all !== undefined && !stop && !places.some(({ assistant }) => assistant === all)) {
    const known = [...new Set(places.map(({ assistant }) => assistant))].join(', ');
    throw new ContextureError('not_found', `There is no assistant ${all}. There are: ${known}.`);
  }
  const rule = all === undefined ? null : { assistant: all, project: project ?? null };
  const others = before.rules.filter((one) => one.assistant !== rule?.assistant || one.project !== rule.project);
  return client.call('conversations.setKeeping', {
    ...(rule === null ? {} : { rules: stop ? others : [...others, rule] }),
    ...(limit === undefined ? {} : { limit: limit * megabyte }),
  });
}

function asMegabytes(text: string): number {
  if (!/^\d{1,7}$/.test(text)) {
    throw new InvalidArgumentError('Megabytes are a whole number.');
  }
  return Number(text);
}

const ruleLine = ({ assistant, project }: KeepRule): string =>
  oneLine(`Kept automatically: all with ${assistant}${project === null ? '' : ` in ${project}`}.`);

const keptLines = ({ id, title, assistant, bytes, versions, isLast, hasMore, earlier }: KeptConversation): string[] => [
  oneLine(
    [
      nameOfConversation({ title, id }),
      assistant,
      bytesInWords(bytes),
      ...(versions > 1 ? [`${versions} versions`] : []),
      ...(isLast ? ['the only copy left: the original is gone'] : []),
      ...(hasMore ? ['has what the original no longer has'] : []),
    ].join(', '),
  ),
  `  ${oneLine(id)}`,
  ...earlier.map((one) => `  earlier version, kept on ${localDay(new Date(one.keptAt))}: ${oneLine(one.id)}`),
];
