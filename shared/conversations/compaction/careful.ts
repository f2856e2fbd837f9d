import { isResult, type Message, textOfContent } from '../message.ts';
import { type Compact, dropped, keptBecause, recentCount, type Verdict } from './compaction.ts';
import { shortened } from './shorten.ts';
import { type ToolGroups, toolGroups } from './tool-groups.ts';

/**
 * Compaction for people: removes as little as it can, the oldest first, until the rest fits. Results of tools are
 * shortened; then messages that repeat an earlier one go; then the oldest messages, while one that calls tools goes
 * with its results or stays with them. Instructions, the last ten messages, and the first and last of the person stay
 * as they are.
 */
export const compactCarefully: Compact = (messages, { weightOf, isEnough }) => {
  const groups = toolGroups(messages);
  const stays = whyEachStays(messages, groups);
  const verdicts = stays.map((why) => keptBecause(why ?? 'fits'));
  const past = messages.slice(0, -recentCount);
  let weight = messages.reduce((sum, message) => sum + weightOf(message), 0);

  const change = (index: number, message: Message, verdict: Verdict): void => {
    const before = verdicts[index];
    weight -= weightOf(before?.what === 'shortened' ? before.message : message);
    weight += verdict.what === 'shortened' ? weightOf(verdict.message) : 0;
    verdicts[index] = verdict;
  };
  /** Goes through past messages, oldest first, until the rest fits. */
  const untilEnough = (work: (message: Message, index: number) => void): void => {
    for (const [index, message] of past.entries()) {
      if (isEnough(weight)) {
        return;
      }
      work(message, index);
    }
  };

  untilEnough((message, index) => {
    const shorter = isResult(message) ? shortened(message) : null;
    if (shorter !== null && weightOf(shorter) < weightOf(message)) {
      change(index, message, { what: 'shortened', why: 'old_result', message: shorter });
    }
  });
  const said = new Set<string>();
  untilEnough((message, index) => {
    if (isResult(message) || membersOf(groups, index).length > 1) {
      return;
    }
    const key = `${JSON.stringify(message.role)}${textOfContent(message['content'])}`;
    if (said.has(key) && stays[index] === null) {
      change(index, message, dropped('repeated'));
    }
    said.add(key);
  });
  untilEnough((_, index) => {
    if (stays[index] !== null || verdicts[index]?.what === 'dropped') {
      return;
    }
    for (const member of membersOf(groups, index)) {
      change(member, messages[member] as Message, dropped('old'));
    }
  });
  return { verdicts, orphans: groups.orphans.filter((index) => verdicts[index]?.what !== 'dropped') };
};

type Why = Extract<Verdict, { what: 'kept' }>['why'];

const membersOf = ({ members, groupOf }: ToolGroups, index: number): readonly number[] =>
  members.get(groupOf[index] ?? index) ?? [];

/** Reason each message never goes; null for one that may. */
function whyEachStays(messages: readonly Message[], { groupOf }: ToolGroups): (Why | null)[] {
  const isHuman = (message: Message): boolean => message.role === 'user' && !isResult(message);
  const human = [messages.findIndex(isHuman), messages.findLastIndex(isHuman)];
  const own = messages.map(({ role }, index): Why | null => {
    if (role === 'system' || role === 'developer') {
      return 'system';
    }
    return index >= messages.length - recentCount ? 'recent' : human.includes(index) ? 'human' : null;
  });
  const needed = new Set(groupOf.filter((_, index) => own[index] !== null));
  return own.map((why, index) => why ?? (needed.has(groupOf[index] ?? index) ? 'tool_group' : null));
}
