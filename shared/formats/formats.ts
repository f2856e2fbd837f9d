import { claudeFormat } from './claude/format.ts';
import { contextFormat } from './context/format.ts';
import type { MemoryFormat } from './format.ts';
import { hermesFormats } from './hermes/format.ts';
import { markdownFormat } from './markdown/format.ts';

/** The format of a memory that Contexture begins, and where its files are in a workspace. */
export const ownMemory = {
  format: contextFormat,
  /** Folders below the workspace, the memory in them, and the folder of its archives beside it. */
  folder: ['logs', 'context'],
  file: 'global.md',
  archiveFolder: 'archive',
} as const;

/** A folder that holds a file of this name is opened as that memory. */
export const memoryFileName = 'MEMORY.md';

/** A memory that is one file, as it is recognised: by its name, by where its assistant keeps it, else by its text. */
type FileMemory = {
  readonly formatOf: (name: string) => MemoryFormat | undefined;
  readonly isPlace: (folders: readonly string[]) => boolean;
  readonly isText: (text: string) => boolean;
};

/** Every format of single files; a new one is written in a folder of its own and listed here. */
const fileMemories: readonly FileMemory[] = [
  {
    formatOf: (name) => (name === 'MEMORY.md' ? claudeFormat : undefined),
    isPlace: (folders) =>
      (folders.at(-1) === 'memory' && folders.at(-3) === 'projects') || folders.at(-2) === 'agent-memory',
    isText: (text) => /^- \[[^\]\n]+\]\([\w.-]+\.md\)/m.test(text),
  },
  {
    formatOf: (name) => hermesFormats[name],
    isPlace: (folders) => folders.at(-1) === 'memories' && folders.some((name) => name.includes('hermes')),
    isText: (text) => /^§$/m.test(text),
  },
];

/**
 * The format of a memory that is a single file, wherever it lies; null for a file that is none.
 * @param path with its folders, parted as the system does it
 * @param text what it says, where that is known
 */
export function formatOfFile(path: string, text = ''): MemoryFormat | null {
  const folders = path.split(/[\\/]/);
  const name = folders.pop() ?? '';
  if (!/\.(?:md|markdown|mdown|txt)$/i.test(name)) {
    return null;
  }
  const known = fileMemories.filter(({ formatOf }) => formatOf(name) !== undefined);
  const found = known.find(({ isPlace }) => isPlace(folders)) ?? known.find(({ isText }) => isText(text));
  return found?.formatOf(name) ?? markdownFormat;
}

/**
 * The format that a memory was found to have.
 * @param path of its file
 * @param limit that its assistant is set to keep to; null where nobody says
 */
export function formatById(id: MemoryFormat['id'], path: string, limit: number | null = null): MemoryFormat {
  const name = path.split(/[\\/]/).pop() ?? '';
  const formats = [contextFormat, markdownFormat, ...fileMemories.flatMap(({ formatOf }) => formatOf(name) ?? [])];
  const found = formats.find((format) => format.id === id) ?? ownMemory.format;
  return (limit !== null && found.configured?.withLimit(limit)) || found;
}
