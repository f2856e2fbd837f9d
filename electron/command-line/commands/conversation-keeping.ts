import type { Command } from 'commander';
import type { KeptConversation } from '#shared/contract/features/conversation-keeping.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { bytesInWords, counted } from '#shared/text/counts.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { withClient } from '../with-workspace.ts';
import { oneOf } from './conversation-reading.ts';

type KeepOptions = { readonly json?: boolean; readonly remove?: boolean; readonly evenLast?: boolean };

export function registerKeep(conversations: Command, { runtime }: CommandHost): void {
  conversations
    .command('keep')
    .description(
      'Keep a copy of a conversation, byte for byte, before its program deletes it; without a name, list what is kept.',
    )
    .argument('[which]', 'its id, its file, or a part of its title that no other has')
    .option('--remove', 'remove the copy instead')
    .option('--even-last', 'with --remove: also where the program’s own is gone')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', examples('conversations keep', 'conversations keep "Which tea"'))
    .action((which: string | undefined, options: KeepOptions) =>
      withClient(runtime, async (client) => {
        if (which === undefined) {
          const keeping = await client.call('conversations.keeping', {});
          const { kept, used, problems } = keeping;
          answer(runtime, options, keeping, [
            kept.length === 0
              ? 'No conversation is kept.'
              : `${counted(kept.length, 'conversation', 'conversations')}, ${bytesInWords(used)}.`,
            ...kept.flatMap(keptLines),
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

const keptLines = ({ id, title, assistant, bytes, versions, isLast }: KeptConversation): string[] => [
  oneLine(
    [
      nameOfConversation({ title, id }),
      assistant,
      bytesInWords(bytes),
      ...(versions > 1 ? [`${versions} versions`] : []),
      ...(isLast ? [`the only copy: ${assistant} deleted its own`] : []),
    ].join(', '),
  ),
  `  ${oneLine(id)}`,
];
