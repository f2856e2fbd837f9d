import type { Conversation } from '#shared/contract/features/conversations.ts';
import { chatGptConversations } from '#shared/conversations/formats/chatgpt/format.ts';
import { claudeConversations } from '#shared/conversations/formats/claude/format.ts';
import { codexConversations } from '#shared/conversations/formats/codex/format.ts';
import { type ConversationFormat, titleOf, type WholeFormat } from '#shared/conversations/formats/format.ts';
import { geminiConversations } from '#shared/conversations/formats/gemini/format.ts';
import { hermesConversations, hermesRows } from '#shared/conversations/formats/hermes/format.ts';
import { recordOf, stringOf } from '#shared/conversations/formats/json-fields.ts';
import {
  amplifierConversations,
  larAgentConversations,
  ownConversations,
} from '#shared/conversations/formats/messages/format.ts';
import { openClawConversations } from '#shared/conversations/formats/openclaw/format.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { Ports } from '../ports.ts';

/** A program's place for conversations. */
export type ConversationPlace = {
  readonly id: string;
  readonly format: ConversationFormat;
  /** Its folder; null if only the person can say, by naming a file or folder. */
  readonly home: Home | null;
  /** Patterns of the files in it, or in a named folder; `*` matches any part of a name, `**` folders in any depth. */
  readonly files: readonly string[];
  /** Files among them that aren't conversations: copies of a part of one, records of a run. */
  readonly leftOut?: RegExp;
  /** Marks of conversations by what their program added to the name of the file. */
  readonly renamed?: readonly (readonly [name: RegExp, mark: Conversation['marks'][number]])[];
  /** A file of JSON lines below the program's home that names conversations: the fields with the id and the title. */
  readonly titles?: { readonly file: string; readonly id: string; readonly title: string };
  /** Set if one file holds many conversations. */
  readonly holdsMany?: true;
  /** Format for keeping one of many separately, if it differs from the file's. */
  readonly keptAs?: WholeFormat;
  /** Set if a folder with a conversation’s name without its ending holds the rest of it. */
  readonly hasFolders?: true;
  /** A JSON file beside each with more about it: the fields with its title and its folder. */
  readonly about?: { readonly name: string; readonly title: string; readonly folder: string };
  /** Files of sub-agents, and the path of the conversation that called one. */
  readonly subagents?: { readonly files: readonly string[]; parentOf(path: string): string };
  /** Folder of its project, by the program’s own name for it, if the conversation says no more; missing if it has none. */
  readonly projectFolder?: (path: string, paths: Ports['paths']) => string;
  /** Setting for the days after which the program deletes them; missing if it never does. */
  readonly cleanup?: Cleanup;
};

type Home = {
  /** Environment variable with the program's folder; null if it has none. */
  readonly variable: string | null;
  /** Default folder, below the home folder. */
  readonly folder: string;
  /** The folder below that with only conversations: the one the person approves. */
  readonly conversations: string;
  /** Set if that is a file. */
  readonly isFile?: true;
};

/** A setting of the program, in a JSON file below its home. */
type Cleanup = {
  readonly file: string;
  readonly setting: string;
  /** Days if it is not set. */
  readonly days: number;
};

/** Places in the order in which the person is asked about them. */
export const conversationPlaces: readonly ConversationPlace[] = [
  {
    id: 'claude',
    format: claudeConversations,
    home: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude', conversations: 'projects' },
    files: ['*/*.jsonl'],
    hasFolders: true,
    subagents: {
      files: ['*/*/subagents/agent-*.jsonl', '*/*/subagents/workflows/wf_*/agent-*.jsonl'],
      parentOf: (path) => `${path.replace(/[/\\]subagents[/\\](?:workflows[/\\][^/\\]+[/\\])?[^/\\]+$/, '')}.jsonl`,
    },
    cleanup: { file: 'settings.json', setting: 'cleanupPeriodDays', days: 30 },
  },
  codex('codex', 'sessions'),
  codex('codex-archived', 'archived_sessions'),
  {
    id: 'gemini',
    format: geminiConversations,
    home: { variable: null, folder: '.gemini', conversations: 'tmp' },
    files: ['*/chats/session-*.json', '*/chats/session-*.jsonl'],
    projectFolder: (path, { dirname }) => dirname(dirname(path)),
  },
  {
    id: 'openclaw',
    format: openClawConversations,
    home: { variable: null, folder: '.openclaw', conversations: 'agents' },
    files: ['*/sessions/*.jsonl', '*/sessions/*.jsonl.reset.*', '*/sessions/*.jsonl.deleted.*'],
    leftOut: /\.(?:checkpoint\.[^/\\]*|trajectory\.jsonl)$/,
    renamed: [
      [/\.reset\.[^/\\]*$/, 'reset'],
      [/\.deleted\.[^/\\]*$/, 'deleted'],
    ],
  },
  {
    id: 'hermes',
    format: hermesConversations,
    home: { variable: 'HERMES_HOME', folder: '.hermes', conversations: 'state.db', isFile: true },
    files: [],
    holdsMany: true,
    keptAs: hermesRows,
  },
  {
    id: 'amplifier',
    format: amplifierConversations,
    home: { variable: null, folder: '.amplifier', conversations: 'projects' },
    files: ['*/sessions/*/transcript.jsonl'],
    projectFolder: (path, { dirname }) => dirname(dirname(dirname(path))),
    about: { name: 'metadata.json', title: 'name', folder: 'working_dir' },
  },
  {
    id: 'chatgpt',
    format: chatGptConversations,
    home: null,
    files: ['conversations.json', 'conversations-*.json', '*.zip'],
    holdsMany: true,
  },
  { id: 'laragent', format: larAgentConversations, home: null, files: ['chatHistory*.json', 'chat_history*.json'] },
];

/** Conversations of ours, in the workspaces themselves. */
export const ownPlace: ConversationPlace = { id: 'own', format: ownConversations, home: null, files: ['*.jsonl'] };

function codex(id: string, conversations: string): ConversationPlace {
  const home = { variable: 'CODEX_HOME', folder: '.codex', conversations };
  const titles = { file: 'session_index.jsonl', id: 'id', title: 'thread_name' };
  return { id, format: codexConversations, home, titles, files: ['**/rollout-*.jsonl', '**/rollout-*.jsonl.zst'] };
}

/** The place’s folder on this computer; null if only the person can say. */
export function folderOf(ports: Ports, { home }: ConversationPlace): string | null {
  return home === null ? null : ports.paths.join(homeOf(ports, home), home.conversations);
}

function homeOf({ paths, homeFolder, variable }: Ports, home: Home): string {
  const said = home.variable === null ? null : variable(home.variable);
  return paths.resolve(said ?? paths.join(homeFolder, home.folder));
}

const dayInMs = 86_400_000;
const maxSettingsBytes = 1024 * 1024;
const maxListBytes = 16 * 1024 * 1024;

/** Milliseconds after which the program deletes an unused conversation; null if it never does. */
export async function keptFor(ports: Ports, { home, cleanup }: ConversationPlace): Promise<number | null> {
  if (home === null || cleanup === undefined) {
    return null;
  }
  const set = (await recordIn(ports, ports.paths.join(homeOf(ports, home), cleanup.file)))?.[cleanup.setting];
  return (typeof set === 'number' && set >= 0 ? set : cleanup.days) * dayInMs;
}

/** Content of a program's small JSON file; null if it can’t be read as such. */
async function recordIn({ files, decodeText }: Ports, path: string) {
  const read = await files.read(path, { maxBytes: maxSettingsBytes }).catch(() => null);
  const text = read?.state === 'present' ? decodeText(read.bytes) : null;
  return recordOf(text === null ? null : parseJson(text));
}

type PlacedFile = { readonly place: ConversationPlace; readonly path: string };

/** Title and folder of a conversation from other files of its program; null if they have none. */
export async function saidBeside(
  ports: Ports,
  found: PlacedFile,
): Promise<{ readonly title: string | null; readonly folder: string | null }> {
  const { about } = found.place;
  const beside = await fileBeside(ports, found);
  const said = beside === null ? null : await recordIn(ports, beside);
  return {
    title: titleOf(stringOf(about && said?.[about.title]) ?? (await listedTitle(ports, found))),
    folder: stringOf(about && said?.[about.folder]) || null,
  };
}

/** Titles from programs' lists by path, remembered while a list doesn't change. */
const titleLists = perObject(
  (_: Ports) => new Map<string, { readonly version: string; readonly titles: ReadonlyMap<string, string> }>(),
);

/** Title in its program's list of all conversations, whose id the file's name ends with. */
async function listedTitle(ports: Ports, { place, path }: PlacedFile): Promise<string | null> {
  const id = /([0-9a-f-]{36})\.jsonl/.exec(path)?.[1];
  if (place.titles === undefined || place.home === null || id === undefined) {
    return null;
  }
  const list = ports.paths.join(homeOf(ports, place.home), place.titles.file);
  const info = await ports.files.info(list).catch(() => null);
  const version = `${info?.size} ${info?.modifiedAt}`;
  const held = titleLists(ports);
  if (held.get(list)?.version !== version) {
    held.set(list, { version, titles: await titlesIn(ports, list, place.titles) });
  }
  return held.get(list)?.titles.get(id) ?? null;
}

async function titlesIn(
  { files, decodeText }: Ports,
  path: string,
  fields: NonNullable<ConversationPlace['titles']>,
): Promise<ReadonlyMap<string, string>> {
  const read = await files.read(path, { maxBytes: maxListBytes }).catch(() => null);
  const lines = read?.state === 'present' ? (decodeText(read.bytes) ?? '').split('\n') : [];
  const named = lines.map((line) => recordOf(parseJson(line)));
  return new Map(
    named.flatMap((one) => {
      const [id, title] = [stringOf(one?.[fields.id]), stringOf(one?.[fields.title])];
      return id === null || !title ? [] : [[id, title] as const];
    }),
  );
}

/** Null if there is none; a link may lead to a place where nothing may be read. */
async function fileBeside({ files, paths }: Ports, { place, path }: PlacedFile): Promise<string | null> {
  const beside = place.about === undefined ? null : paths.join(paths.dirname(path), place.about.name);
  const real = beside === null ? null : await files.realPath(beside).catch(() => null);
  return real === beside ? beside : null;
}

const maxDepth = 4;

/** Lists a conversation's files: its own, one beside it with more about it, and those in a folder of its name. */
export async function filesOf(ports: Ports, found: PlacedFile): Promise<readonly string[]> {
  const { files, paths } = ports;
  async function below(folder: string, depth: number): Promise<string[]> {
    const items = (await files.list(folder).catch(() => [])).filter(({ mayBeLink }) => !mayBeLink);
    const nested = items.map(async ({ name, kind }) => {
      const path = paths.join(folder, name);
      return kind === 'file' ? [path] : kind === 'folder' && depth < maxDepth ? below(path, depth + 1) : [];
    });
    return (await Promise.all(nested)).flat();
  }
  const { place, path } = found;
  const beside = await fileBeside(ports, found);
  const folder = path.replace(/\.[^./\\]+$/, '');
  return [
    path,
    ...(beside === null ? [] : [beside]),
    ...(place.hasFolders && folder !== path ? await below(folder, 1) : []),
  ];
}
