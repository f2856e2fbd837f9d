import { claudeConversations } from '#shared/conversations/formats/claude/format.ts';
import type { ConversationFormat } from '#shared/conversations/formats/format.ts';
import { recordOf } from '#shared/conversations/formats/json-fields.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';

/** Where a program keeps its conversations. */
export type ConversationPlace = {
  readonly id: string;
  readonly format: ConversationFormat;
  /** The variable by which the program says where it keeps things; null where it has none. */
  readonly variable: string | null;
  /** Where it keeps them otherwise, below the home folder. */
  readonly home: string;
  /** The folder with nothing but conversations, below that: what the person approves. */
  readonly folder: string;
  /** The files in it; `*` stands for any part of a name. */
  readonly files: string;
  /** Whether a folder of a conversation’s name without its ending holds what else belongs to it. */
  readonly hasFolders?: true;
  /** Those of sub-agents, and where the conversation is that called one; null where they have none. */
  readonly subagents: { readonly files: string; parentOf(path: string, paths: Ports['paths']): string } | null;
  /** How the program says after how many days it deletes them; null where it never does. */
  readonly cleanup: Cleanup | null;
};

/** A setting of the program, in a JSON file below its home. */
type Cleanup = {
  readonly file: string;
  readonly setting: string;
  /** Days where it is not set. */
  readonly days: number;
};

/** In this order they are asked about. */
export const conversationPlaces: readonly ConversationPlace[] = [
  {
    id: 'claude',
    format: claudeConversations,
    variable: 'CLAUDE_CONFIG_DIR',
    home: '.claude',
    folder: 'projects',
    files: '*/*.jsonl',
    hasFolders: true,
    subagents: {
      files: '*/*/subagents/agent-*.jsonl',
      parentOf: (path, { dirname }) => `${dirname(dirname(path))}.jsonl`,
    },
    cleanup: { file: 'settings.json', setting: 'cleanupPeriodDays', days: 30 },
  },
];

/** The place’s folder on this computer. */
export const folderOf = (ports: Ports, place: ConversationPlace): string =>
  ports.paths.join(homeOf(ports, place), place.folder);

function homeOf({ paths, homeFolder, variable }: Ports, place: ConversationPlace): string {
  const home = (place.variable === null ? null : variable(place.variable)) ?? paths.join(homeFolder, place.home);
  return paths.resolve(home);
}

const dayInMs = 86_400_000;
const maxSettingsBytes = 1024 * 1024;

/** After how many milliseconds the program deletes a conversation nobody goes on with; null where it never does. */
export async function keptFor(ports: Ports, place: ConversationPlace): Promise<number | null> {
  if (place.cleanup === null) {
    return null;
  }
  const { file, setting, days } = place.cleanup;
  const path = ports.paths.join(homeOf(ports, place), file);
  const read = await ports.files.read(path, { maxBytes: maxSettingsBytes }).catch(() => null);
  const text = read?.state === 'present' ? ports.decodeText(read.bytes) : null;
  const set = recordOf(text === null ? null : parseJson(text))?.[setting];
  return (typeof set === 'number' && set >= 0 ? set : days) * dayInMs;
}

const maxDepth = 4;

/** All files of a conversation: its own, and what lies in a folder of its name. */
export async function filesOf(
  { files, paths }: Ports,
  found: { readonly place: ConversationPlace; readonly path: string },
) {
  async function below(folder: string, depth: number): Promise<string[]> {
    const items = (await files.list(folder).catch(() => [])).filter(({ mayBeLink }) => !mayBeLink);
    const nested = items.map(async ({ name, kind }) => {
      const path = paths.join(folder, name);
      return kind === 'file' ? [path] : kind === 'folder' && depth < maxDepth ? below(path, depth + 1) : [];
    });
    return (await Promise.all(nested)).flat();
  }
  const folder = found.path.replace(/\.[^./\\]+$/, '');
  return [found.path, ...(found.place.hasFolders && folder !== found.path ? await below(folder, 1) : [])];
}
