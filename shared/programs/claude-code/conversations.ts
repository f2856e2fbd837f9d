import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  factsOf,
  firstSaid,
  type HeadAndTail,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
} from '../../conversations/formats/format.ts';
import { recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { timeOf } from '../../text/dates.ts';
import { followQueued } from './queued.ts';
import { createClaudeReader, overlap } from './reader.ts';

/** Claude Code’s transcripts, one file of JSON lines for each session. Written for versions of autumn 2026. */
export const claudeConversations: LinesFormat = {
  reads: 'lines',
  id: 'claude',
  overlap,
  knows: ({ type }) => typeof type === 'string' && knownTypes.has(type),
  names: ({ type }) => type === 'custom-title',
  followQueued,
  summarise,
  createReader: createClaudeReader,
};

/** Kinds of lines; those that are neither messages nor of the system are not shown. */
const knownTypes = new Set([
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
  const items = itemsOfRecords(createClaudeReader(), both);
  const began = firstSaid(items.filter((_, index) => !isLocalCommand(items, index)));
  return factsOf(items, {
    title:
      lastOf('custom-title', 'customTitle') ?? lastOf('ai-title', 'aiTitle') ?? lastOf('summary', 'summary') ?? began,
    folder: both.map(({ cwd }) => stringOf(cwd)).find((cwd) => cwd !== null) ?? null,
    startedAt: both.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== null) ?? null,
    isCompacted: both.some(
      ({ subtype, isCompactSummary }) => subtype === 'compact_boundary' || isCompactSummary === true,
    ),
    isBranch: both.some(({ forkedFrom }) => recordOf(forkedFrom) !== null),
  });
}

/** True of a command that the program answered itself, such as to choose a model, and of one that nothing answered. */
function isLocalCommand(items: readonly ConversationItem[], index: number): boolean {
  const [said, answer] = [items[index]?.blocks[0], items[index + 1]];
  const isCommand = said?.kind === 'text' && /^[/!]/.test(said.text);
  const isAnswered = answer?.blocks.some((block) => 'text' in block && localAnswer.test(block.text)) ?? false;
  return isCommand && (isAnswered || answer?.author === 'person');
}

const localAnswer = /^\s*<(?:local-command|bash)-std(?:out|err)>/;
