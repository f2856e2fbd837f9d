import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { folded, wordsOf } from '#shared/conversations/search/fold.ts';
import type { IndexTerm, Ports } from '../../ports.ts';
import type { Located } from '../catalogue.ts';
import { itemAt, summaryOf } from '../read-conversation.ts';

/** Words of an entry that are looked up: the longest say most. */
const maxWords = 12;
const leastLetters = 3;
/** So much of what its words weigh has to be said in one message. */
const enough = 0.6;
/** What says much less than another is none. */
const asGood = 0.15;
const maxCandidates = 24;
/** The rarest words lead to the messages of a conversation that are read. */
const leadingWords = 3;
const maxPlaces = 200;
const maxRead = 8;

type Weighed = { readonly word: string; readonly weight: number; readonly in: ReadonlySet<string> };
export type Saying = { readonly found: Located; readonly at: number; readonly share: number };

/**
 * Messages of a person or an assistant that say much the same as an entry, one of each conversation, the likest first. Rare
 * words weigh more. What tools were given and answered does not count: they also read memories.
 * @param all of those that say as much, the first are looked at
 * @param before when a conversation must have begun by, in milliseconds since 1970
 * @throws `unavailable` where there is no index
 */
export async function sayingMuchTheSame(
  ports: Ports,
  all: readonly Located[],
  text: string,
  before: number,
): Promise<Saying[]> {
  const words: Weighed[] = [];
  for (const word of wordsToLookUp(text)) {
    const named = await ports.conversationIndex.conversationsWith([termOf(word)]);
    // A word that is nearly everywhere tells nothing.
    if (named !== null) {
      words.push({ word, weight: Math.log2(1 + (all.length + 1) / (named.length + 1)), in: new Set(named) });
    }
  }
  if (words.length < 2) {
    return [];
  }
  words.sort((one, other) => other.weight - one.weight);
  const candidates = all
    .map((found) => ({ found, share: shareOf(words, (word) => word.in.has(found.id)) }))
    .filter(({ share }) => share >= enough)
    .sort((one, other) => other.share - one.share);
  const sayings: Saying[] = [];
  for (const { found } of candidates.slice(0, maxCandidates)) {
    const { startedAt } = await summaryOf(ports, found);
    const saying = (startedAt ?? 0) < before ? await likest(ports, found, words) : null;
    sayings.push(...(saying === null ? [] : [saying]));
  }
  const best = Math.max(...sayings.map(({ share }) => share));
  return sayings.filter(({ share }) => share >= best - asGood).sort((one, other) => other.share - one.share);
}

async function likest(ports: Ports, found: Located, words: readonly Weighed[]): Promise<Saying | null> {
  const places = new Map<number, number>();
  for (const { word, weight } of words.filter((one) => one.in.has(found.id)).slice(0, leadingWords)) {
    for (const at of await ports.conversationIndex.itemsWith([termOf(word)], found.id, 0, maxPlaces)) {
      places.set(at, (places.get(at) ?? 0) + weight);
    }
  }
  const leading = [...places].sort(([, one], [, other]) => other - one).slice(0, maxRead);
  let best: Saying | null = null;
  for (const [at] of leading) {
    // It may be gone by now.
    const item = await itemAt(ports, found, at).catch(() => null);
    const said = item === null ? [] : wordsSaid(item);
    const share = shareOf(words, ({ word }) => said.some((one) => fits(one, word)));
    if (share >= enough && share > (best?.share ?? 0)) {
      best = { found, at, share };
    }
  }
  return best;
}

function shareOf(words: readonly Weighed[], isThere: (word: Weighed) => boolean): number {
  const sum = (of: readonly Weighed[]): number => of.reduce((total, { weight }) => total + weight, 0);
  return sum(words.filter(isThere)) / sum(words);
}

function wordsSaid({ author, marks, blocks }: ConversationItem): string[] {
  const isSaid = (author === 'person' || author === 'assistant') && !marks.includes('injected');
  return isSaid
    ? blocks.flatMap((block) => (block.kind === 'text' ? wordsOf(folded(block.text)).map(({ text }) => text) : []))
    : [];
}

/** Numbers are no beginnings of other numbers. */
const isWhole = (word: string): boolean => /\d/.test(word);
const fits = (said: string, word: string): boolean => (isWhole(word) ? said === word : said.startsWith(word));
const termOf = (word: string): IndexTerm => ({ words: [word], isPrefix: !isWhole(word) });

/** The numbers and longest words of an entry, without an ending that is often another. */
function wordsToLookUp(text: string): string[] {
  const words = wordsOf(folded(text)).map((word) => word.text);
  const plain = words.map((word) => (word.length > leastLetters + 1 && !isWhole(word) ? word.replace(/s$/, '') : word));
  return [...new Set(plain)]
    .filter((word) => word.length >= leastLetters || isWhole(word))
    .sort((one, other) => Number(isWhole(other)) - Number(isWhole(one)) || other.length - one.length)
    .slice(0, maxWords);
}
