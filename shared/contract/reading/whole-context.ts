import type { ContextSummary, EntryView, OtherLine } from '../features/memory.ts';
import type { Client } from '../wire/client.ts';
import { untilUnchanged } from './pages.ts';

export type WholeContext = {
  readonly revision: number;
  readonly summary: ContextSummary;
  readonly entries: readonly EntryView[];
};

const pageSize = 1000;

export const readWholeContext = ({ call }: Client, workspace: string): Promise<WholeContext> =>
  untilUnchanged(async () => {
    const { revision, summary, entries: first } = await call('context.read', { workspace, limit: pageSize });
    const entries = [...first];
    while (entries.length < summary.entryCount) {
      const params = { workspace, revision, offset: entries.length, limit: pageSize };
      const page = (await call('context.entries', params)).entries;
      if (page.length === 0) {
        break;
      }
      entries.push(...page);
    }
    return { revision, summary, entries };
  });

/** Lines of a memory behind a code block or comment that never ends, so that none of them is an entry. */
export type BehindUnclosed = {
  /** Sentence with the place where it begins. */
  readonly message: string;
  /** Single lines, without blank ones. */
  readonly lines: readonly OtherLine[];
};

/** Reads those lines; null if there is no such block. @throws `revision_gone` if the memory changes meanwhile */
export async function readBehindUnclosed(
  client: Client,
  workspace: string,
  { revision, summary }: Pick<WholeContext, 'revision' | 'summary'>,
): Promise<BehindUnclosed | null> {
  const block = summary.diagnostics.find(({ code }) => code === 'unclosed_block');
  if (block === undefined) {
    return null;
  }
  const blocks = [...summary.otherLines];
  while (blocks.length < summary.otherLineCount) {
    const offset = blocks.length;
    const { lines } = await client.call('context.otherLines', { workspace, revision, offset, limit: pageSize });
    if (lines.length === 0) {
      break;
    }
    blocks.push(...lines);
  }
  const behind = blocks.filter(({ line }) => line >= block.line);
  return { message: `Line ${block.line}: ${block.message}`, lines: behind.flatMap(singleLines) };
}

const singleLines = ({ line, text }: OtherLine): OtherLine[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: line + index, text: content }))
    .filter((each) => each.text.trim() !== '');
