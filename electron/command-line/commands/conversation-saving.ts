import { localDay } from '#node/clock.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { SavedConversation, SaveRule, SavingState } from '#shared/contract/features/saved-conversations.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted, sizeInWords } from '#shared/text/counts.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { asNumber, type Call, type CommandRecord } from '../command.ts';
import { requireConversation } from './conversation-reading.ts';

type RuleOptions = {
  readonly all?: string;
  readonly project?: string;
  readonly stop?: boolean;
  readonly limit?: number;
};
type SaveOptions = RuleOptions & { readonly remove?: boolean; readonly evenLast?: boolean };

const megabyte = 1_000_000;
const asMegabytes = asNumber('Megabytes are a whole number.', (text) => /^\d{1,7}$/.test(text));

export const saveConversation: CommandRecord = {
  name: 'save',
  formerly: ['keep'],
  about:
    'Save a copy of a conversation, byte for byte, before its program deletes it; without a name, list what is saved.',
  arguments: [['[which]', 'a part of its title, id or file that no other has']],
  options: [
    ['--remove', 'remove the copy instead'],
    ['--even-last', 'with --remove: also if the original is gone, or no longer has all of it'],
    ['--all <assistant>', 'save all of this assistant, now and while the app is open'],
    ['--project <folder>', 'with --all: only those in this folder'],
    ['--stop', 'with --all: stop saving them; saved copies stay'],
    ['--limit <megabytes>', 'how much the copies saved by --all may take', asMegabytes],
  ],
  examples: ['conversations save', 'conversations save "Which tea"', 'conversations save --all "Claude Code"'],
  async run({ client, options }: Call<SaveOptions>, which: string | undefined) {
    if (which === undefined) {
      const saving = await setRules(client, options);
      return { json: saving, lines: savingLines(saving) };
    }
    const { id } = await requireConversation(client, which);
    if (options.remove) {
      await client.call('conversations.removeCopy', { id, evenLast: options.evenLast ?? false });
      return { json: { id }, lines: ['Its copy is removed.'] };
    }
    const saved = await client.call('conversations.keep', { id });
    return { json: saved, lines: ['Saved.', ...savedLines(saved)] };
  },
};

const savingLines = ({ kept, used, limit, rules, problems }: SavingState): string[] => [
  kept.length === 0
    ? 'No conversation is saved.'
    : `${counted(kept.length, 'conversation', 'conversations')}, ${sizeInWords(used)}.`,
  ...kept.flatMap(savedLines),
  ...rules.map(ruleLine),
  ...(rules.length === 0 ? [] : [`Copies may take ${sizeInWords(limit)}.`]),
  ...problems.map(({ id, message }) => oneLine(`Not saved: ${id}. ${message}`)),
];

/** Sets the named rules and limit. @returns the rules and copies there are then */
async function setRules(client: Client, { all, project, stop, limit }: RuleOptions): Promise<SavingState> {
  if (all === undefined && (project !== undefined || stop)) {
    throw new ContextureError('invalid_request', 'Say of which assistant: --all "Claude Code". Nothing was changed.');
  }
  const before = await client.call('conversations.keeping', {});
  if (all === undefined && limit === undefined) {
    return before;
  }
  const { places } = await client.call('conversations.places', {});
  if (all !== undefined && !stop && !places.some(({ assistant }) => assistant === all)) {
    const assistants = [...new Set(places.map(({ assistant }) => assistant))].join(', ');
    throw new ContextureError('not_found', `There is no assistant ${all}. There are: ${assistants}.`);
  }
  const rule = all === undefined ? null : { assistant: all, project: project ?? null };
  const others = before.rules.filter((one) => one.assistant !== rule?.assistant || one.project !== rule.project);
  return client.call('conversations.setKeeping', {
    ...(rule === null ? {} : { rules: stop ? others : [...others, rule] }),
    ...(limit === undefined ? {} : { limit: limit * megabyte }),
  });
}

const ruleLine = ({ assistant, project }: SaveRule): string =>
  oneLine(`Saved automatically: all with ${assistant}${project === null ? '' : ` in ${project}`}.`);

const savedLines = ({
  id,
  title,
  assistant,
  bytes,
  versions,
  isLast,
  hasMore,
  earlier,
}: SavedConversation): string[] => [
  oneLine(
    [
      nameOfConversation({ title, id }),
      assistant,
      sizeInWords(bytes),
      ...(versions > 1 ? [`${versions} versions`] : []),
      ...(isLast ? ['the only copy left: the original is gone'] : []),
      ...(hasMore ? ['has what the original no longer has'] : []),
    ].join(', '),
  ),
  `  ${oneLine(id)}`,
  ...earlier.map((one) => `  earlier version, saved on ${localDay(new Date(one.keptAt))}: ${oneLine(one.id)}`),
];
