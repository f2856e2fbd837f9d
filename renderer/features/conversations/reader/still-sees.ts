import type { OutlineItem, PageItem } from '#shared/contract/features/conversations.ts';
import { usualThreshold } from '#shared/conversations/compaction/budget.ts';
import type { Preset, Verdict } from '#shared/conversations/compaction/compaction.ts';
import { compactedView } from '#shared/conversations/compaction/view.ts';
import type { Message } from '#shared/conversations/message.ts';
import { estimate } from '#shared/entries/measure.ts';

export type Fate = {
  readonly what: 'dropped' | 'shortened';
  readonly why: string;
  /** Set if the line below all of them says so. */
  readonly isToldBelow?: true;
};

export type Sight = {
  /** Fates by where items begin; without the items that are kept. */
  readonly fates: ReadonlyMap<number, Fate>;
  /** Estimated tokens of all that was said, and of what is left of it. */
  readonly before: number;
  readonly after: number;
  readonly budget: number | null;
  /** Item above which nothing is seen any more, or only some of it; null if there is none. */
  readonly seenFrom: { readonly at: number; readonly isAll: boolean } | null;
};

const dropped = (why: string): Fate => ({ what: 'dropped', why });

const compactedAway: Fate = { ...dropped('No longer seen'), isToldBelow: true };
const cutByCompaction: Fate = { what: 'shortened', why: 'Only a part of this is still seen' };
const takenBack = dropped('Taken back');
const ofSubAgent = dropped('Seen by a sub-agent alone');

const offItsWay = ({ marks }: Pick<OutlineItem, 'marks'>): Fate | null =>
  marks.includes('rewound') ? takenBack : marks.includes('side') ? ofSubAgent : null;

/** View after the real compactions: all since the last one, its summary, and what it left of messages or texts. */
export function asItHappened(outline: readonly OutlineItem[]): Sight {
  const last = outline.findLastIndex((item) => item.kind === 'compaction' && !item.marks.includes('rewound'));
  const keptFrom = outline[last]?.compaction?.keptFrom ?? null;
  const firstKept = keptFrom === null ? -1 : outline.findIndex(({ id }) => id === keptFrom);
  const first = firstKept < 0 ? last : Math.min(firstKept, last);
  const left =
    outline[last]?.compaction?.keepsOfPerson === undefined ? countLeft(outline, last) : lastMessages(outline, last);
  const fates = new Map<number, Fate>();
  let [before, after] = [0, 0];
  for (const [index, item] of outline.entries()) {
    const isGone = index < first || (index < last && item.kind === 'compaction');
    const seen = left.get(index);
    const fate = offItsWay(item) ?? (isGone ? fateByList(item, seen) : null);
    before += item.tokens;
    after += fate === null ? item.tokens : fate.what === 'shortened' ? (seen ?? 0) : 0;
    if (fate !== null && item.kind === 'message') {
      fates.set(item.at, fate);
    }
  }
  const from = outline[first];
  const isAll = outline
    .slice(0, Math.max(0, first))
    .every(({ at, kind }) => kind !== 'message' || fates.get(at)?.what === 'dropped');
  return { fates, before, after, budget: null, seenFrom: from && first > 0 ? { at: from.at, isAll } : null };
}

/** @param seen tokens of it that are left, each of its texts rounded down */
function fateByList({ tokens, prints }: OutlineItem, seen: number | undefined): Fate | null {
  if (seen === undefined) {
    return compactedAway;
  }
  return seen + prints.length > tokens ? null : cutByCompaction;
}

/** Tokens of each item before a compaction that are in the texts it lists, by item index. */
function countLeft(outline: readonly OutlineItem[], compaction: number): ReadonlyMap<number, number> {
  const indexesByPrint = new Map<number, number[]>();
  for (const [index, item] of outline.slice(0, Math.max(0, compaction)).entries()) {
    for (const print of offItsWay(item) === null ? item.prints : []) {
      indexesByPrint.set(print, [...(indexesByPrint.get(print) ?? []), index]);
    }
  }
  const left = new Map<number, number>();
  // If a text was repeated, programs keep the last one.
  for (const { print, tokens } of (outline[compaction]?.compaction?.left ?? []).toReversed()) {
    const index = indexesByPrint.get(print)?.pop();
    if (index !== undefined) {
      left.set(index, (left.get(index) ?? 0) + tokens);
    }
  }
  return left;
}

/** The same for compactions that keep the person's last messages, up to a number of tokens. */
function lastMessages(outline: readonly OutlineItem[], compaction: number): ReadonlyMap<number, number> {
  const left = new Map<number, number>();
  let room = outline[compaction]?.compaction?.keepsOfPerson ?? 0;
  for (let index = compaction - 1; index >= 0 && room > 0; index--) {
    const item = outline[index];
    if (item?.author === 'person' && offItsWay(item) === null) {
      left.set(index, Math.min(item.tokens, room));
      room -= item.tokens;
    }
  }
  return left;
}

/** View that rules would leave of the whole conversation, had it never been compacted. @param outline has its rewinds */
export function underRules(
  items: readonly PageItem[],
  outline: readonly OutlineItem[],
  preset: Preset,
  budget: number,
): Sight {
  const fates = new Map<number, Fate>();
  const marks = new Map(outline.map((item) => [item.at, item]));
  const messages: Message[] = [];
  const offsets: number[] = [];
  for (const item of items) {
    const fate = offItsWay(marks.get(item.at) ?? item);
    if (fate !== null) {
      fates.set(item.at, fate);
    } else if (item.marks.includes('summary')) {
      fates.set(item.at, dropped('Only there because of a compaction'));
    } else if (item.kind === 'message') {
      const itemMessages = messagesOf(item);
      messages.push(...itemMessages);
      offsets.push(...itemMessages.map(() => item.at));
    }
  }
  const { verdicts, before, after } = compactedView(
    messages,
    { tokens: budget, threshold: usualThreshold },
    preset,
    estimate,
  );
  for (const [index, verdict] of verdicts.entries()) {
    const at = offsets[index];
    const fate = fateOf(verdict);
    if (at !== undefined && fate !== null) {
      fates.set(at, fate);
    }
  }
  return { fates, before, after, budget, seenFrom: null };
}

const words: Readonly<Record<Exclude<Verdict, { what: 'kept' }>['why'], string>> = {
  old: 'Too old',
  repeated: 'Says what an earlier one says',
  old_result: 'An old result, shortened',
};

const fateOf = (verdict: Verdict): Fate | null =>
  verdict.what === 'kept' ? null : { what: verdict.what, why: words[verdict.why] };

/** An item as given to a model: each result of a tool is a message of its own. */
function messagesOf(item: PageItem): readonly Message[] {
  const texts = item.blocks.map((block, index) =>
    wholeText(item, index, block.kind === 'call' ? block.input : block.text),
  );
  const prose = item.blocks.flatMap(({ kind }, index) => (kind === 'text' || kind === 'other' ? [texts[index]] : []));
  const calls = item.blocks.flatMap((block, index) =>
    block.kind === 'call' ? [{ id: block.id, name: block.name, arguments: texts[index] }] : [],
  );
  const results = item.blocks.flatMap((block, index) =>
    block.kind === 'result' ? [{ role: 'tool', tool_call_id: block.id, content: texts[index] }] : [],
  );
  const role = item.author === 'assistant' ? 'assistant' : 'user';
  const content = prose.join('\n');
  const own = prose.length > 0 || calls.length > 0 || results.length === 0;
  return [...(own ? [{ role, content, ...(calls.length > 0 && { tool_calls: calls }) }] : []), ...results];
}

/** A stand-in as long as the whole block: only the weight of the missing part matters, and that is like the rest of it. */
function wholeText({ cuts }: PageItem, block: number, held: string): string {
  const missing = cuts.find((cut) => cut.block === block)?.missing ?? 0;
  const length = held.length + missing;
  return missing === 0 || held === '' ? held : held.repeat(Math.ceil(length / held.length)).slice(0, length);
}
