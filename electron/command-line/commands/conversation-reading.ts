import { resolve } from 'node:path';
import { Option } from 'commander';
import { localDay } from '#node/clock.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Conversation, ConversationItem, ConversationPlace } from '#shared/contract/features/conversations.ts';
import { type ExportForm, exportConversation, exportForms } from '#shared/contract/reading/export-conversation.ts';
import {
  readAllConversations,
  readOutline,
  readWholeConversation,
} from '#shared/contract/reading/whole-conversation.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { nameControls } from '#shared/text/visible-characters.ts';
import { nameOfConversation, oddLinesInWords } from '#shared/wording/conversations.ts';
import { withoutControls } from '../answer.ts';
import { type Call, type CommandRecord, oneCall } from '../command.ts';
import { askFirst } from '../person-at-terminal.ts';
import type { Runtime } from '../runtime.ts';

const states = {
  absent: 'not there',
  waiting: 'not read',
  approved: 'read',
  declined: 'not read, as you said',
} as const;

const placeLine = ({ id, assistant, folder, state }: ConversationPlace): string =>
  oneLine(`${id}: ${assistant}, ${folder}, ${states[state]}`);

const listPlaces: CommandRecord = {
  name: 'places',
  about: 'List where assistants keep conversations on this computer, and which of these places may be read.',
  examples: ['conversations places', 'conversations places --json'],
  run: oneCall(
    'conversations.places',
    (_: Call) => ({}),
    ({ places }) => ({
      json: { places },
      lines: places.map(placeLine),
    }),
  ),
};

type ApproveOptions = { readonly decline?: boolean; readonly yes?: boolean };

const approvePlace: CommandRecord = {
  name: 'approve',
  about: 'Let conversations be read in a place, or in a file or folder you name, such as an export of ChatGPT.',
  arguments: [['<place>', 'a place, as “contexture conversations places” lists them, or a file or folder']],
  options: [
    ['--decline', 'stop reading it'],
    ['--yes', 'do not ask'],
  ],
  examples: ['conversations approve claude', 'conversations approve ~/Downloads/export.zip'],
  async run({ client, options, runtime }: Call<ApproveOptions>, which: string) {
    const { places } = await client.call('conversations.places', {});
    const folder = resolve(which);
    const place = places.find((one) => one.id === which || one.folder === folder);
    if (!options.decline && !options.yes) {
      const from = oneLine(place === undefined ? which : `${place.folder}, the conversations of ${place.assistant}`);
      await askFirst(
        runtime,
        `May Contexture read ${from}?`,
        'Contexture writes nothing there, and sends nothing anywhere.',
        {
          unasked: new ContextureError('no_permission', `Nobody can be asked here. To have ${from} read, add --yes.`),
          refused: new ContextureError('no_permission', 'Nothing was approved.'),
        },
      );
    }
    const { places: after } =
      place === undefined && !options.decline
        ? await client.call('conversations.addPlace', { path: which })
        : await client.call('conversations.approve', { place: place?.id ?? which, approved: !options.decline });
    return { json: { places: after }, lines: after.map(placeLine) };
  },
};

type ListOptions = { readonly assistant?: string; readonly project?: string; readonly under?: string };

export const placeOptions = [
  ['--assistant <name>', 'only of this assistant'],
  ['--project <folder>', 'only those in this folder'],
] as const;

const listConversations: CommandRecord = {
  name: 'list',
  about: 'List conversations in all places that may be read, the latest first.',
  options: [...placeOptions, ['--under <which>', 'only sub-agents and copies of this conversation']],
  examples: ['conversations list', 'conversations list --assistant "Claude Code" --json'],
  async run({ client, options: { assistant, project, under } }: Call<ListOptions>) {
    const parent = under === undefined ? undefined : (await requireConversation(client, under)).id;
    const all = await readAllConversations(client, parent);
    const conversations = all.filter(
      (one) =>
        (assistant === undefined || one.assistant === assistant) &&
        (project === undefined || one.project?.path === project || one.project?.name === project),
    );
    const none = 'No conversations. “contexture conversations places” lists where they may be read.';
    return { json: { conversations }, lines: conversations.length === 0 ? [none] : conversations.flatMap(listLines) };
  },
};

function listLines(conversation: Conversation): string[] {
  const { id, assistant, project, changedAt, lastSaidAt, marks, subagents, copies, deletedAt, problem } = conversation;
  const facts = [
    localDay(new Date(lastSaidAt ?? changedAt)),
    nameOfConversation(conversation),
    assistant,
    project?.name,
    ...marks,
    subagents === 0 ? null : counted(subagents, 'sub-agent', 'sub-agents'),
    copies === 0 ? null : counted(copies, 'copy', 'copies'),
    deletedAt === null ? null : `deleted by ${assistant} on ${localDay(new Date(deletedAt))}`,
  ];
  return [
    oneLine(facts.filter(Boolean).join(', ')),
    `  ${oneLine(id)}`,
    ...(problem === null ? [] : [`  ! ${oneLine(problem)}`]),
  ];
}

const showConversationCommand: CommandRecord = {
  name: 'show',
  about: 'Show a conversation: who said what, with one line for each call of a tool and each result.',
  arguments: [['<which>', 'a part of its title, id or file that no other has']],
  examples: ['conversations show "green tea"', 'conversations show 4f0b… --json'],
  async run({ client, options, runtime }: Call, which: string) {
    const conversation = await requireConversation(client, which);
    if (options.json) {
      await write(runtime, client, conversation, 'json');
      return undefined;
    }
    runtime.write(`${listLines(conversation).join('\n')}\n`);
    const outline = await readOutline(client, conversation.id);
    for await (const item of readWholeConversation(client, conversation.id, Promise.resolve(outline))) {
      runtime.write(`\n${itemLines(item).join('\n')}\n`);
    }
    const odd = oddLinesInWords(outline.unread.length, outline.unknown.length);
    if (odd !== null) {
      runtime.write(`\n${odd}. \`export --as json\` has them as written.\n`);
    }
    return undefined;
  },
};

const maxLine = 200;

function itemLines({ kind, author, marks, blocks, turns, compaction }: ConversationItem): string[] {
  const heading = {
    message: author,
    compaction: `compacted${compaction?.before ? `, ${counted(compaction.before, 'token', 'tokens')} before` : ''}`,
    rewind: `${counted(turns ?? 1, 'message', 'messages')} taken back`,
  }[kind];
  return [
    [heading, ...marks].join(', '),
    ...blocks.flatMap((block) => {
      switch (block.kind) {
        case 'text':
          return block.text.split('\n').map((line) => `  ${oneLine(line)}`);
        case 'call':
          return [`  > ${shortLine(`${block.name} ${block.input}`)}`];
        case 'result':
          return [`  < ${shortLine(block.text)}`];
        default:
          return [`  [${shortLine(block.kind === 'other' ? block.type : block.text)}]`];
      }
    }),
  ];
}

function shortLine(text: string): string {
  const line = oneLine(text.slice(0, 2 * maxLine));
  return line.length > maxLine || text.length > 2 * maxLine ? `${line.slice(0, maxLine)}…` : line;
}

const exportConversations: CommandRecord = {
  name: 'export',
  hasJson: false,
  about: 'Print all of a conversation, to be saved in a file.',
  arguments: [['<which>', 'a part of its title, id or file that no other has']],
  options: [new Option('--as <format>', 'the form').choices(exportForms).default('markdown')],
  examples: ['conversations export "green tea" > tea.md'],
  async run({ client, options, runtime }: Call<{ readonly as: ExportForm }>, which: string) {
    await write(runtime, client, await requireConversation(client, which), options.as);
    return undefined;
  },
};

export const readingCommands = [
  listPlaces,
  approvePlace,
  listConversations,
  showConversationCommand,
  exportConversations,
];

/** Names control characters, which a terminal would obey; JSON has the exact text. */
async function write(runtime: Runtime, client: Client, conversation: Conversation, form: ExportForm): Promise<void> {
  for await (const piece of exportConversation(client, conversation, form)) {
    runtime.write(form === 'json' ? withoutControls(piece) : nameControls(piece));
  }
}

/** Copies, which lists have below the conversations that go on, by a part of their ids. */
async function copiesOf(client: Client, all: readonly Conversation[], part: string): Promise<Conversation[]> {
  const below = all
    .filter(({ copies }) => copies > 0)
    .map(async ({ id }) => (await readAllConversations(client, id)).filter(({ marks }) => marks.includes('copy')));
  return (await Promise.all(below)).flat().filter(({ id }) => id.toLowerCase().includes(part));
}

/** @throws `not_found`, `entry_unclear` if several fit */
export async function requireConversation(client: Client, which: string): Promise<Conversation> {
  const withId = await byId(client, which);
  if (withId !== null) {
    return withId;
  }
  const all = await readAllConversations(client);
  const words = which.toLowerCase().replace(/…$/, '');
  const exact = all.filter(({ path }) => path === which);
  const titled = exact.length > 0 ? exact : all.filter(({ title }) => title?.toLowerCase().includes(words));
  const withIdPart = titled.length > 0 ? titled : all.filter(({ id }) => id.toLowerCase().includes(words));
  const fitting = withIdPart.length > 0 ? withIdPart : await copiesOf(client, all, words);
  const [one, ...others] = fitting;
  if (one === undefined) {
    const message = `No conversation has ${which} in its title, id or file. “contexture conversations list” has all.`;
    throw new ContextureError('not_found', message);
  }
  if (others.length > 0) {
    const ids = fitting.slice(0, 10).map(({ id }) => id);
    const message = `${counted(fitting.length, 'conversation', 'conversations')} fit. Name one by its id:\n${ids.join('\n')}`;
    throw new ContextureError('entry_unclear', message);
  }
  return one;
}

/** Finds the conversation with an id, even one that lists leave out, such as an earlier version; null for a part of an id. */
async function byId(client: Client, which: string): Promise<Conversation | null> {
  const { places } = await client.call('conversations.places', {});
  const prefixes = ['own:', 'kept:', ...places.map(({ id }) => `${id.split(':')[0]}:`)];
  if (!prefixes.some((prefix) => which.startsWith(prefix))) {
    return null;
  }
  return client.call('conversations.about', { id: which }).catch((error: unknown) => {
    const { code, details } = toContextureError(error);
    // Report a place that may not be read as such.
    if (code === 'not_found' && details['unread'] === undefined) {
      return null;
    }
    throw error;
  });
}
