import { readContext } from './context/read-document.ts';
import type { MemoryDocument } from './document.ts';
import { readMarkdown } from './markdown/read-markdown.ts';

/** One way of keeping a memory in a file. Nothing above the formats knows which one it is looking at. */
export type MemoryFormat = {
  readonly id: 'context' | 'markdown';
  /**
   * Never throws: what is not understood is in the document.
   *
   * @param before what was read from an earlier version: it may spare reading again what is as it was
   */
  readonly read: (text: string, before?: MemoryDocument) => MemoryDocument;
  /** Null if Contexture may write it, else why not. */
  readonly readOnlyReason: string | null;
};

export const contextFormat: MemoryFormat = { id: 'context', read: readContext, readOnlyReason: null };

export const markdownFormat: MemoryFormat = {
  id: 'markdown',
  read: readMarkdown,
  readOnlyReason: 'This memory is kept in another assistant’s format, which Contexture can show but not change yet.',
};
