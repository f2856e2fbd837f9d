import type { Decision, HeldDecision, Loss, LossesDecision } from '#shared/contract/features/decisions.ts';
import { assertNever } from '../../api/problem.ts';
import { counted } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';

/** What a decision is about, as a line without its full stop. */
export function titleOf(decision: Decision): string {
  return decision.kind === 'held' ? heldTitle(decision) : lossesTitle(decision);
}

function heldTitle({ name }: HeldDecision): string {
  return `${name ?? 'Your assistant'} would change what you corrected, and is less sure than you`;
}

function lossesTitle({ by, archive, items, count }: LossesDecision): string {
  const who = by ?? 'Another program';
  if (archive !== null) {
    return `${who} took ${counted(count, 'entry', 'entries')} from the ${archiveInWords(archive)}`;
  }
  const [first] = items;
  if (first && count === 1) {
    return `${who} ${didTo(first.what)}`;
  }
  const kinds = [...new Set(items.map(({ what }) => what))];
  if (items.length < count || kinds.length > 2) {
    return `${who} wrote the file and lost ${counted(count, 'thing', 'things')} of yours`;
  }
  const parts = kinds.map((what) => didToSome(what, items.filter((item) => item.what === what).length));
  return `${who} ${parts.join(' and ')}`;
}

function didTo(what: Loss['what']): string {
  switch (what) {
    case 'dropped':
      return 'left out an entry';
    case 'overwritten':
      return 'wrote over what you corrected';
    case 'unmarked':
      return 'no longer marks this as corrected by you';
    case 'lowered':
      return 'made less sure what you corrected';
    case 'unpinned':
      return 'took a pin away';
    default:
      return assertNever(what);
  }
}

function didToSome(what: Loss['what'], count: number): string {
  switch (what) {
    case 'dropped':
      return `left out ${counted(count, 'entry', 'entries')}`;
    case 'overwritten':
      return `wrote over ${counted(count, 'correction', 'corrections')} of yours`;
    case 'unmarked':
      return `no longer marks ${counted(count, 'correction', 'corrections')} as yours`;
    case 'lowered':
      return `made ${counted(count, 'correction', 'corrections')} of yours less sure`;
    case 'unpinned':
      return `took ${counted(count, 'pin', 'pins')} away`;
    default:
      return assertNever(what);
  }
}

/** What became of one of several, in a word or two. */
export function fateInWords(what: Loss['what']): string {
  switch (what) {
    case 'dropped':
      return 'Left out';
    case 'overwritten':
      return 'Written over';
    case 'unmarked':
      return 'Not marked as yours';
    case 'lowered':
      return 'Made less sure';
    case 'unpinned':
      return 'Pin lost';
    default:
      return assertNever(what);
  }
}
