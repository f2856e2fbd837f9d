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
  },
];

/** The place’s folder on this computer. */
export function folderOf({ paths, homeFolder, variable }: Ports, place: ConversationPlace): string {
  const home = (place.variable === null ? null : variable(place.variable)) ?? paths.join(homeFolder, place.home);
  return paths.join(paths.resolve(home), place.folder);
}
