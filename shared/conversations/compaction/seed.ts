import { addTo } from '../../entries/multimap.ts';
import { firstCharacters } from '../../text/characters.ts';
import { callsIn, type Message, textOfContent } from '../message.ts';
import { type Compact, dropped, keptBecause, recentCount, type Verdict } from './compaction.ts';

/** Number of characters by which texts are compared. */
const comparedLength = 100;

/**
 * Rules of Amplifier's context manager: system messages and the last ten stay, with the tool groups they belong to; of
 * the rest, a message that repeats an earlier one goes, even a recent or system message. There is one pass, whether the
 * result fits or not.
 */
export const compactBySeed: Compact = (messages) => {
  const verdicts: Verdict[] = messages.map(() => dropped('old'));
  const callers = callersOf(messages);
  const results = resultsById(messages);
  const orphans: number[] = [];
  const waiting: number[] = [];
  const keep = (index: number, why: 'system' | 'recent' | 'tool_group'): void => {
    if (verdicts[index]?.what === 'dropped') {
      verdicts[index] = keptBecause(why);
      waiting.push(index);
    }
  };
  for (const [index, { role }] of messages.entries()) {
    if (role === 'system') {
      keep(index, 'system');
    } else if (index >= messages.length - recentCount) {
      keep(index, 'recent');
    }
  }
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const message = messages[index];
    if (message?.role === 'tool') {
      const caller = callers[index] ?? null;
      if (caller === null) {
        orphans.push(index);
      } else {
        keep(caller, 'tool_group');
      }
    } else if (message && hasCalls(message)) {
      for (const ofId of callsIn(message).map((id) => (id === null ? [] : (results.get(id) ?? [])))) {
        // Indexes at the end are kept already, whoever else calls by that id.
        while ((ofId.at(-1) ?? -1) > index) {
          keep(ofId.pop() ?? index, 'tool_group');
        }
      }
    }
  }
  dropRepeated(messages, verdicts);
  return { verdicts, orphans: orphans.sort((one, other) => one - other) };
};

const hasCalls = (message: Message): boolean => message.role === 'assistant' && callsIn(message).length > 0;

/** Finds for each result the message with calls that it follows, only results in between; null for any other. */
function callersOf(messages: readonly Message[]): (number | null)[] {
  const callers: (number | null)[] = [];
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1];
    const caller = before && (hasCalls(before) ? index - 1 : before.role === 'tool' ? callers[index - 1] : null);
    callers.push(role === 'tool' ? (caller ?? null) : null);
  }
  return callers;
}

function resultsById(messages: readonly Message[]): Map<string, number[]> {
  const resultsById = new Map<string, number[]>();
  for (const [index, { role, tool_call_id }] of messages.entries()) {
    if (role === 'tool' && typeof tool_call_id === 'string') {
      addTo(resultsById, tool_call_id, index);
    }
  }
  return resultsById;
}

function dropRepeated(messages: readonly Message[], verdicts: Verdict[]): void {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (verdicts[index]?.what !== 'kept' || message.role === 'tool' || hasCalls(message)) {
      continue;
    }
    const key = JSON.stringify([message.role, firstCharacters(textOfContent(message['content']), comparedLength)]);
    if (seen.has(key)) {
      verdicts[index] = dropped('repeated');
    }
    seen.add(key);
  }
}
