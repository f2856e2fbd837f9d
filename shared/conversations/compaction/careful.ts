import { addTo } from '../../entries/multimap.ts';
import { firstCharacters, lastCharacters } from '../../text/characters.ts';
import { countInWords } from '../../text/counts.ts';
import { callsOf, isResult, type Message, resultsOf, textOfContent } from '../message.ts';
import { type Compact, dropped, keptBecause, recentCount, type Verdict } from './compaction.ts';

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
  const seen = new Set<string>();
  untilEnough((message, index) => {
    if (isResult(message) || membersOf(groups, index).length > 1) {
      return;
    }
    const key = `${JSON.stringify(message.role)}${textOfContent(message['content'])}`;
    if (seen.has(key) && stays[index] === null) {
      change(index, message, dropped('repeated'));
    }
    seen.add(key);
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

export type ToolGroups = {
  readonly groupOf: readonly number[];
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** Results whose call is missing. */
  readonly orphans: readonly number[];
};

/** Groups calls of tools with their results: by the id a result names, else with the call that results follow. */
export function toolGroups(messages: readonly Message[]): ToolGroups {
  const parents = messages.map((_, index) => index);
  const callers = new Map<string, number>();
  const orphans: number[] = [];
  /** Message with calls that only results have followed so far. */
  let followed: number | null = null;
  for (const [index, message] of messages.entries()) {
    const calls = callsOf(message);
    if (calls.length > 0) {
      for (const id of calls.filter((each) => each !== null)) {
        callers.set(id, index);
      }
      followed = index;
    } else if (isResult(message)) {
      const named = resultsOf(message).flatMap((id) => callers.get(id) ?? []);
      const callerIndexes = named.length > 0 ? named : followed === null ? [] : [followed];
      for (const caller of callerIndexes) {
        parents[rootOf(parents, index)] = rootOf(parents, caller);
      }
      if (callerIndexes.length === 0) {
        orphans.push(index);
      }
    } else {
      followed = null;
    }
  }
  const groupOf = messages.map((_, index) => rootOf(parents, index));
  const members = new Map<number, number[]>();
  for (const [index, group] of groupOf.entries()) {
    addTo(members, group, index);
  }
  return { groupOf, members, orphans };
}

function rootOf(parents: number[], index: number): number {
  let at = index;
  for (let above = parents[at] ?? at; above !== at; above = parents[at] ?? at) {
    parents[at] = parents[above] ?? above;
    at = above;
  }
  return at;
}

/** Characters that a shortened result keeps of its beginning, which mostly identifies it, and of its end. */
const [atBeginning, atEnd] = [200, 100];

/** Cuts long texts of a tool's result in the middle; other blocks stay. Null if nothing is long. */
export function shortened(message: Message): Message | null {
  const content = shortenedContent(message['content']);
  return content === null ? null : { ...message, content };
}

function shortenedContent(content: unknown): unknown {
  if (typeof content === 'string') {
    return shortenedText(content);
  }
  if (!Array.isArray(content)) {
    return null;
  }
  const blocks = content.map((block: unknown) => shortenedBlock(block));
  return blocks.some((block) => block !== null) ? content.map((block, index) => blocks[index] ?? block) : null;
}

function shortenedBlock(block: unknown): object | null {
  if (typeof block !== 'object' || block === null) {
    return null;
  }
  const { type, text, content } = block as Record<string, unknown>;
  if (type === 'tool_result') {
    const shorter = shortenedContent(content);
    return shorter === null ? null : { ...block, content: shorter };
  }
  const shorter = type === 'text' && typeof text === 'string' ? shortenedText(text) : null;
  return shorter === null ? null : { ...block, text: shorter };
}

function shortenedText(text: string): string | null {
  // A slightly longer text is left alone: its replacement takes room too.
  if (text.length <= 2 * (atBeginning + atEnd)) {
    return null;
  }
  const [beginning, end] = [firstCharacters(text, atBeginning), lastCharacters(text, atEnd)];
  const left = text.length - beginning.length - end.length;
  return `${beginning}\n[${countInWords(left)} characters left out]\n${end}`;
}
