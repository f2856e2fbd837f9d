import { claudeConversations } from '#shared/conversations/formats/claude/format.ts';
import type { ConversationFormat } from '#shared/conversations/formats/format.ts';
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
  },
];

/** The place’s folder on this computer. */
export function folderOf({ paths, homeFolder, variable }: Ports, place: ConversationPlace): string {
  const home = (place.variable === null ? null : variable(place.variable)) ?? paths.join(homeFolder, place.home);
  return paths.join(paths.resolve(home), place.folder);
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
