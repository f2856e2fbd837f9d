import type { Decision, Loss, LossesDecision, LostText } from '#shared/contract/features/decisions.ts';
import { programInWords } from '#shared/programs/program-ids.ts';
import { counted } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';
import { listInWords } from '../../wording/writers.ts';

export function decisionTitle(decision: Decision): string {
  return decision.kind === 'held'
    ? `${programInWords(decision.name ?? 'Your assistant')} wants to change an entry of yours`
    : lossesTitle(decision);
}

function lossesTitle({ by, archive, items, count, texts, textCount }: LossesDecision): string {
  const who = programInWords(by ?? 'Another app');
  if (archive !== null) {
    return `${who} took ${counted(count, 'entry', 'entries')} from the ${archiveInWords(archive)}`;
  }
  const [text] = texts;
  const ofTexts = textCount === 1 && text ? partWords[text.part].one : `removed ${pieces(textCount)}`;
  if (count === 0) {
    return `${who} ${ofTexts}`;
  }
  const kinds = [...new Set(items.map(({ what }) => what))];
  if (count > 1 && items.length < count) {
    const rest = textCount === 0 ? '' : ` and removed ${pieces(textCount)}`;
    return `${who} changed ${counted(count, 'thing', 'things')} of yours${rest}`;
  }
  const parts = kinds.map((what) =>
    count === 1 ? words[what].one : words[what].some(items.filter((item) => item.what === what).length),
  );
  // The verb of the last part needn't be repeated.
  const andTexts = parts.at(-1)?.startsWith('removed ') ? ofTexts.replace(/^removed /, '') : ofTexts;
  return `${who} ${listInWords([...parts, ...(textCount === 0 ? [] : [andTexts])])}`;
}

const pieces = (count: number): string => counted(count, 'piece of text', 'pieces of text');

const partWords: Readonly<Record<LostText['part'], { readonly one: string; readonly name: string }>> = {
  heading: { one: 'removed a heading', name: 'Heading' },
  comment: { one: 'removed a comment', name: 'Comment' },
  frontmatter: { one: 'removed lines from the frontmatter', name: 'Frontmatter' },
  text: { one: 'removed text', name: 'Text' },
};

export const partInWords = (part: LostText['part']): string => partWords[part].name;

type Words = { readonly one: string; readonly some: (count: number) => string; readonly fate: string };

/** Words for a loss: of one entry, of several, and beside one in a list. */
const words: Readonly<Record<Loss['what'], Words>> = {
  dropped: {
    one: 'removed an entry',
    some: (count) => `removed ${counted(count, 'entry', 'entries')}`,
    fate: 'Removed',
  },
  overwritten: {
    one: 'changed an entry of yours',
    some: (count) => `changed ${counted(count, 'entry', 'entries')} of yours`,
    fate: 'Changed',
  },
  unmarked: {
    one: 'no longer marks an entry as yours',
    some: (count) => `no longer marks ${counted(count, 'entry', 'entries')} as yours`,
    fate: 'Not marked as yours',
  },
  lowered: {
    one: 'made an entry of yours less sure',
    some: (count) => `made ${counted(count, 'entry', 'entries')} of yours less sure`,
    fate: 'Made less sure',
  },
  archived: {
    one: 'moved an entry of yours to the archive',
    some: (count) => `moved ${counted(count, 'entry', 'entries')} of yours to the archive`,
    fate: 'Archived',
  },
  unpinned: {
    one: 'took a pin away',
    some: (count) => `took ${counted(count, 'pin', 'pins')} away`,
    fate: 'Pin lost',
  },
};

export const fateInWords = (what: Loss['what']): string => words[what].fate;
