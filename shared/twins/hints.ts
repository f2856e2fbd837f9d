import { isKeptByPerson } from '../entries/correction.ts';
import type { Entry } from '../entries/entry.ts';

/** Reason an entry may not belong in a memory that is read at each start. */
export type Hint = {
  readonly name: string;
  /** Continuation of “This …”. */
  readonly reason: string;
};

type HintRule = Hint & { readonly pattern: RegExp };

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const verbs =
  'book|buy|call|cancel|check|email|finish|fix|message|order|pay|pick up|prepare|renew|reply|return|review|schedule|send|submit|update|write';
const when =
  'today|tonight|tomorrow|this (?:week|weekend|month|afternoon|evening)|next (?:week|month)|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|before (?:the )?(?:weekend|end of)';
/** Rules, in English only. A repeated event is no single one: “each morning”, “on Mondays”. */
const rules: readonly HintRule[] = [
  {
    name: 'task',
    reason: 'reads like something to be done once: a list of tasks is the place for it.',
    pattern: anyOf(
      String.raw`^(?:to-?do|fixme|task|action item|reminder)\b\s*:`,
      String.raw`^\[ \]`,
      String.raw`^(?:remember|needs?|has|have|must|don’t forget|don't forget) to (?:${verbs})\b(?!.*\b(?:always|each|every|before each)\b)`,
      String.raw`^remind (?:me|her|him|them|the user)\b(?!.*\b(?:each|every|always)\b)`,
      String.raw`^follow up (?:on|with)\b`,
      String.raw`^(?:${verbs})\b.*\b(?:${when})\b`,
      String.raw`\b(?:is|are|was) due (?:on|by|in|tomorrow|next|this)\b`,
      String.raw`\bdeadline (?:is|was|on|in)\b`,
    ),
  },
  {
    name: 'one-time',
    reason: 'tells of something that happened once, and may say nothing about next time.',
    pattern: anyOf(
      String.raw`\b(?:(?<!of )yesterday|last night|this morning|earlier today|just now|the other day)\b(?!'s|’s)`,
      String.raw`\b(?:asked|wanted to know|inquired) (?:about|how|what|why|whether|for|if)\b(?!.*\b(?:often|usually|always|each|every|regularly)\b)`,
      String.raw`\bin (?:this|the (?:current|last|previous)) (?:session|conversation|chat)\b`,
      String.raw`^(?:fixed|merged|deployed|created|added|removed|renamed|installed|ran|booked|bought|sent)\b.*\b(?:on|in|at) (?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)`,
    ),
  },
  {
    name: 'changing',
    reason: 'speaks of something that soon changes, and will be read long after.',
    pattern: anyOf(
      String.raw`\b(?:currently|right now|at the moment|for now|for the time being|temporarily|as of (?:today|now))\b`,
      String.raw`\b(?:this|next) (?:week|weekend|month)\b(?!’s|'s)`,
      String.raw`\b(?:tomorrow|tonight)\b`,
      String.raw`^(?:is )?(?:waiting for|in the middle of|about to|halfway through)\b`,
      String.raw`\buntil (?:tomorrow|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
      String.raw`\b(?:work in progress|in progress|wip)\b`,
    ),
  },
];

/** Characters of an entry that are tested: a task is named at its beginning. */
const mostCharacters = 500;

/** Finds the reason an entry may not belong in a memory; null for the person's own, and if it gives a duration. */
export function hintFor(entry: Pick<Entry, 'key' | 'value' | 'raw' | 'flags' | 'source'>): Hint | null {
  if (entry.flags.until !== null || isKeptByPerson(entry)) {
    return null;
  }
  const { key, value, raw } = entry;
  const box = /^\s*(?:[-*+]|\d+[.)])[ \t]+\[ \]/.test(raw) ? '[ ] ' : '';
  const texts = [box + value, ...(key === null ? [] : [`${key}: ${value}`])].map((text) =>
    text.slice(0, mostCharacters),
  );
  return rules.find(({ pattern }) => texts.some((text) => pattern.test(text))) ?? null;
}

export const hintNames: readonly string[] = rules.map(({ name }) => name);
