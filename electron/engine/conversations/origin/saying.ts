import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { folded, foldedWords, wordsOf } from '#shared/conversations/search/fold.ts';
import { findIn, type WordTerm } from '#shared/conversations/search/query.ts';
import type { Ports } from '../../ports.ts';
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

type Weighed = { readonly term: WordTerm; readonly weight: number; readonly in: ReadonlySet<string> };
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
  for (const term of termsOf(text)) {
    const named = await ports.conversationIndex.conversationsWith([term]);
    // A word that is nearly everywhere tells nothing.
    if (named !== null) {
      words.push({ term, weight: Math.log2(1 + (all.length + 1) / (named.length + 1)), in: new Set(named) });
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
  for (const { term, weight } of words.filter((one) => one.in.has(found.id)).slice(0, leadingWords)) {
    const from = [{ conversation: found.id, at: 0 }];
    const [having = []] = await ports.conversationIndex.itemsWith([term], from, maxPlaces);
    for (const at of having) {
      places.set(at, (places.get(at) ?? 0) + weight);
    }
  }
  const leading = [...places].sort(([, one], [, other]) => other - one).slice(0, maxRead);
  let best: Saying | null = null;
  for (const [at] of leading) {
    // It may be gone by now.
    const item = await itemAt(ports, found, at).catch(() => null);
    const said = item === null ? [] : textsSaid(item);
    const share = shareOf(words, ({ term }) => findIn(said, { match: 'words', terms: [term] }) !== null);
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

function textsSaid({ author, marks, blocks }: ConversationItem): string[] {
  const isSaid = (author === 'person' || author === 'assistant') && !marks.includes('injected');
  return isSaid ? blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])) : [];
}

/** The numbers and longest words of an entry; where a script has no blanks, characters that follow each other. */
function termsOf(text: string): WordTerm[] {
  const words = wordsOf(folded(text)).map((word) => word.text);
  const terms = words.flatMap((word, index): WordTerm[] => {
    const next = words[index + 1];
    if (isUnspaced(word)) {
      return next !== undefined && isUnspaced(next) ? [{ words: [word, next], isPrefix: false }] : [];
    }
    if (hasNumber(word)) {
      return [{ words: [word], isPrefix: false }];
    }
    // An ending that is often another is left out.
    const stem = word.length > leastLetters + 1 ? word.replace(/s$/, '') : word;
    return stem.length < leastLetters ? [] : [{ words: [stem], isPrefix: true }];
  });
  const told = new Map(terms.map((term) => [term.words.join(' '), term]));
  const tells = (said: string): number => (hasNumber(said) ? Number.POSITIVE_INFINITY : said.length);
  return [...told]
    .sort(([one], [other]) => (tells(one) === tells(other) ? 0 : tells(other) - tells(one)))
    .slice(0, maxWords)
    .map(([, term]) => term);
}

const hasNumber = (word: string): boolean => /\d/.test(word);
const isUnspaced = (word: string): boolean => foldedWords(word) !== word;
