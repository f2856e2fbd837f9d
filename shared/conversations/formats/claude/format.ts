import type { Conversation } from '#shared/contract/features/conversations.ts';
import { type HeadAndTail, type JsonRecord, type LinesFormat, titleOf } from '../format.ts';
import { recordOf, stringOf, timeOf } from '../json-fields.ts';
import { blocksOf } from '../messages/message-item.ts';
import { isCommand, isHuman } from './item.ts';
import { createReader, overlap } from './reader.ts';

/** Claude Code’s transcripts, one file of JSON lines for each session. Written for versions of autumn 2026. */
export const claudeConversations: LinesFormat = {
  reads: 'lines',
  id: 'claude',
  assistant: 'Claude Code',
  overlap,
  knows: ({ type }) => typeof type === 'string' && known.has(type),
  summarise,
  createReader,
};

/** Kinds of lines; of those that are neither messages nor of the system nothing is shown. */
const known = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'last-prompt',
  'progress',
  'attachment',
  'file-history-snapshot',
  'queue-operation',
  'mode',
  'permission-mode',
  'tag',
  'pr-link',
]);

function summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail {
  const both = [...head, ...tail];
  const lastOf = (type: string, field: string): string | null =>
    stringOf(both.findLast((record) => record['type'] === type)?.[field]);
  const first = both.find((record) => isHuman(record) && !isCommand(record)) ?? both.find(isHuman);
  const said = first === undefined ? null : blocksOf(recordOf(first['message'])?.['content']);
  const began = said?.find((block) => block.kind === 'text')?.text ?? null;
  const title =
    lastOf('custom-title', 'customTitle') ?? lastOf('ai-title', 'aiTitle') ?? lastOf('summary', 'summary') ?? began;
  const timed = both.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== null);
  return {
    title: titleOf(title),
    folder: both.map(({ cwd }) => stringOf(cwd)).find((cwd) => cwd !== null) ?? null,
    startedAt: timed ?? null,
    marks: marksOf(both),
  };
}

function marksOf(records: readonly JsonRecord[]): Conversation['marks'] {
  const isCompacted = records.some(
    ({ subtype, isCompactSummary }) => subtype === 'compact_boundary' || isCompactSummary === true,
  );
  const isBranch = records.some(({ forkedFrom }) => recordOf(forkedFrom) !== null);
  return [...(isCompacted ? (['compacted'] as const) : []), ...(isBranch ? (['branch'] as const) : [])];
}
