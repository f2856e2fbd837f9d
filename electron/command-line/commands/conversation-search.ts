import { Option } from 'commander';
import { localDay } from '#node/clock.ts';
import type {
  ByScan,
  ConversationIndexState,
  FoundInConversation,
} from '#shared/contract/features/conversation-search.ts';
import { searchPages } from '#shared/contract/reading/pages.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import type { Call, CommandRecord } from '../command.ts';
import { placeOptions } from './conversation-reading.ts';
import { notSearched } from './memories.ts';

type SearchOptions = {
  readonly match: 'words' | 'anywhere';
  readonly assistant?: string;
  readonly project?: string;
};

const maxFound = 100;

export const searchConversationsCommand: CommandRecord = {
  name: 'search',
  about: 'Find words in all conversations that may be read, the latest first.',
  arguments: [
    [
      '<words...>',
      'words that must all be in a message; each also begins longer ones, those in quotes follow each other',
    ],
  ],
  options: [
    new Option('--match <how>', 'whole words and their beginnings, or anywhere, which takes longer')
      .choices(['words', 'anywhere'])
      .default('words'),
    ...placeOptions,
  ],
  examples: [
    'conversations search green tea',
    `conversations search '"green tea"'`,
    'conversations search textFi --match anywhere',
  ],
  async run({ client, options }: Call<SearchOptions>, words: string[]) {
    const { match, assistant, project } = options;
    const index = await indexIsFilled(client);
    const query = {
      text: words.join(' '),
      match,
      ...(assistant === undefined ? {} : { assistant }),
      ...(project === undefined ? {} : { project }),
    };
    const searched = await searchPages(client.call, 'conversations.search', query, maxFound);
    const { found, isWhole, byScan, unread } = searched;
    const lines = [
      ...(found.length === 0 ? ['Nothing in any conversation that may be read.'] : foundLines(found)),
      ...(isWhole ? [] : ['', `These are the latest ${counted(found.length, 'conversation', 'conversations')}.`]),
      ...(byScan === null ? [] : ['', scanned(byScan, index.problem)]),
      ...notSearched(unread),
    ];
    return { json: { found, searched: searched.searched, byScan, unread, isWhole, index }, lines };
  },
};

/** Waits until the index is complete, or nobody here fills it. */
async function indexIsFilled({ call, on }: Client): Promise<ConversationIndexState> {
  let stop = (): void => undefined;
  try {
    return await new Promise<ConversationIndexState>((resolve, reject) => {
      stop = on('conversations.indexing', (state) => state.state !== 'reading' && resolve(state));
      call('conversations.index', {}).catch(reject);
    });
  } finally {
    stop();
  }
}

const foundLines = (found: readonly FoundInConversation[]): string[] =>
  found.flatMap(({ conversation, hits, more }, index) => {
    const { assistant, project, lastSaidAt, changedAt, id } = conversation;
    const day = localDay(new Date(lastSaidAt ?? changedAt));
    const facts = [nameOfConversation(conversation), assistant, project?.name, day].filter(Boolean);
    return [
      ...(index === 0 ? [] : ['']),
      oneLine(facts.join(', ')),
      `  ${oneLine(id)}`,
      ...hits.map(({ author, passage }) => `  ${author}: ${oneLine(passage.text)}`),
      ...(more ? ['  … and more in it'] : []),
    ];
  });

function scanned(byScan: ByScan, problem: string | null): string {
  switch (byScan) {
    case 'anywhere':
      return 'Conversations were read to find this, because an index knows whole words only.';
    case 'unread':
      return 'Conversations that are not in the index yet were read.';
    case 'unavailable':
      return `All conversations were read. ${oneLine(problem ?? 'There is no index of them.')}`;
  }
}
