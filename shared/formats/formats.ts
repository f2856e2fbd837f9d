import type { Capabilities, FormatId } from '../contract/capabilities.ts';
import { claudeFormat } from './claude/format.ts';
import { beginsAsSummary, codexFormatOf, codexHandbook } from './codex/format.ts';
import { contextFormat } from './context/format.ts';
import type { MemoryFormat } from './format.ts';
import { geminiFormat, geminiProjectFile } from './gemini/format.ts';
import { hermesFormats } from './hermes/format.ts';
import { instructionsIn, isRulesFile } from './instructions/format.ts';
import { markdownFormat } from './markdown/format.ts';
import { openClawFormats } from './openclaw/format.ts';

/** Format of a memory that Contexture begins, and the places of its files in a workspace. */
export const ownMemory = {
  format: contextFormat,
  /** Folders below the workspace, the memory in them, and the folder of its archives beside it. */
  folder: ['logs', 'context'],
  file: 'global.md',
  archiveFolder: 'archive',
} as const;

export const isMemoryName = (name: string): boolean =>
  /\.(?:md|mdc|markdown|mdown|txt)$/i.test(name) || isRulesFile(name);

/** File name that makes a folder open as that memory. */
export const memoryFileName = 'MEMORY.md';

type Where = { readonly name: string; readonly folders: readonly string[] };

/** Rule that recognises a memory that is one file: by its name, by the folder of its assistant, else by its text. */
type FileMemory = {
  /** Finds the format by the names its program gives its files; undefined for any other. */
  readonly formatOf: (where: Where) => MemoryFormat | undefined;
  /** Format for a file of any other name that the person assigns to it; left out if there is none. */
  readonly ofOtherNames?: MemoryFormat | undefined;
  readonly isPlace: (where: Where) => boolean;
  readonly isText: (text: string) => boolean;
};

/** True if memories in a folder that both programs use are an assistant's: the nearest folder with a name decides. */
const isOf = (assistant: 'hermes' | 'codex', folders: readonly string[]): boolean =>
  folders.findLast((name) => /hermes|codex/.test(name))?.includes(assistant) === true;

const isOfProject = (folders: readonly string[]): boolean =>
  folders.at(-1) === 'memory' && folders.at(-3) === 'tmp' && folders.at(-4) === '.gemini';

/** Formats of single files; a new one is written in its own folder and listed here. */
const fileMemories: readonly FileMemory[] = [
  {
    formatOf: ({ name }) => (name === 'MEMORY.md' ? claudeFormat : undefined),
    ofOtherNames: claudeFormat,
    isPlace: ({ folders }) =>
      (folders.at(-1) === 'memory' && folders.at(-3) === 'projects') || folders.at(-2) === 'agent-memory',
    isText: (text) => /^- \[[^\]\n]+\]\([\w.-]+\.md\)/m.test(text),
  },
  {
    formatOf: ({ name }) => hermesFormats[name],
    ofOtherNames: hermesFormats['MEMORY.md'],
    isPlace: ({ folders }) => folders.at(-1) === 'memories' && isOf('hermes', folders),
    isText: (text) => /^§$/m.test(text),
  },
  {
    formatOf: ({ name }) => openClawFormats[name],
    ofOtherNames: openClawFormats['USER.md'],
    isPlace: ({ folders }) => folders.at(-2) === '.openclaw' && folders.at(-1)?.startsWith('workspace') === true,
    isText: (text) => /^<!-- ?openclaw-memory-promotion:/m.test(text),
  },
  {
    formatOf: ({ name, folders }) => codexFormatOf(name, folders.at(-1)),
    ofOtherNames: codexHandbook,
    isPlace: ({ folders }) => {
      const memories = folders.at(-1) === 'rollout_summaries' ? folders.slice(0, -1) : folders;
      return memories.at(-1) === 'memories' && isOf('codex', memories);
    },
    isText: (text) => beginsAsSummary(text) || /^# Task Group:/m.test(text),
  },
  {
    formatOf: ({ name, folders }) => (isOfProject(folders) ? geminiProjectFile(name) : geminiFormat),
    isPlace: ({ name, folders }) => name === 'GEMINI.md' || isOfProject(folders),
    isText: (text) => /^## Gemini Added Memories[ \t]*$/m.test(text),
  },
  {
    formatOf: ({ name, folders }) => instructionsIn(name, folders),
    isPlace: () => true,
    isText: () => false,
  },
];

/** Finds the format of a memory that is a single file; null if it is none. @param text its content, if known */
export function formatOfFile(path: string, text = ''): MemoryFormat | null {
  const where = pathParts(path);
  if (!isMemoryName(where.name)) {
    return null;
  }
  const candidates = fileMemories.filter(({ formatOf }) => formatOf(where) !== undefined);
  const memory = candidates.find(({ isPlace }) => isPlace(where)) ?? candidates.find(({ isText }) => isText(text));
  return memory?.formatOf(where) ?? markdownFormat;
}

/** Lists the formats that a single file can be read in, whatever it was recognised as. @param path of the file */
export function formatsFor(path: string): readonly MemoryFormat[] {
  const where = pathParts(path);
  const ofAssistants = fileMemories.flatMap(({ formatOf, ofOtherNames }) => formatOf(where) ?? ofOtherNames ?? []);
  return [...ofAssistants, markdownFormat];
}

/** Finds the format a memory was found to have. @param limit from the settings of its assistant; null if unknown */
export function formatById(id: FormatId, path: string, limit: number | null = null): MemoryFormat {
  const found = [contextFormat, ...formatsFor(path)].find((format) => format.id === id) ?? markdownFormat;
  return (limit !== null && found.configured?.withLimit(limit)) || found;
}

/** Returns the limit that an assistant's settings may have given, for `formatById`; null if there is none. */
export const limitOf = ({ budget, loaded }: Pick<Capabilities, 'budget' | 'loaded'>): number | null =>
  budget === null ? (loaded[0]?.limit ?? null) : budget.limit;

function pathParts(path: string): Where {
  const folders = path.split(/[\\/]/);
  return { name: folders.pop() ?? '', folders };
}
