import { contextFormat } from './context/format.ts';
import type { MemoryFormat } from './format.ts';
import { markdownFormat } from './markdown/format.ts';

/** Every format there is; a new one is written in a folder of its own and listed here. */
const formats: readonly MemoryFormat[] = [contextFormat, markdownFormat];

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

/** The format of a memory that is a single file, wherever it lies; null for a file that is none. */
export function formatOfFile(name: string): MemoryFormat | null {
  return /\.(?:md|markdown|mdown|txt)$/i.test(name) ? markdownFormat : null;
}

export function formatById(id: MemoryFormat['id']): MemoryFormat {
  return formats.find((format) => format.id === id) ?? ownMemory.format;
}
