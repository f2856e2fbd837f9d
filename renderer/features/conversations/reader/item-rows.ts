import type { PageItem } from '#shared/contract/features/conversations.ts';
import { dayOfMoment } from '../../../wording/dates.ts';

export type ItemRow = {
  readonly item: PageItem;
  /** Whether somebody else begins to speak here, or another model, so that it is said who. */
  readonly begins: boolean;
  /** The day it was said on, where the one before was said on another. */
  readonly day: string | null;
  /** Whether a summary of what was said before comes next. */
  readonly isSummed: boolean;
};

/** Items as rows, with what is said above them only where it changes. */
export function rowsOf(items: readonly PageItem[]): readonly ItemRow[] {
  let speaker = '';
  let day: string | null = null;
  return items.map((item, index) => {
    const its = speakerOf(item);
    const itsDay = item.time === null ? day : dayOfMoment(item.time);
    // The answers of tools are part of what the assistant does.
    const begins = item.kind === 'message' && its !== speaker && item.author !== 'tool';
    const row = {
      item,
      begins,
      day: itsDay === day ? null : itsDay,
      isSummed: items[index + 1]?.marks.includes('summary') === true,
    };
    speaker = item.author === 'tool' ? speaker : its;
    day = itsDay;
    return row;
  });
}

const speakerOf = ({ kind, author, model, marks }: PageItem): string =>
  JSON.stringify([kind, author, author === 'assistant' ? model : null, marks]);
