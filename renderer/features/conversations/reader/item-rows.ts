import type { PageItem } from '#shared/contract/features/conversations.ts';
import { dayOfMoment } from '../../../wording/dates.ts';

export type ItemRow = {
  readonly item: PageItem;
  /** True if another person or model begins to speak here, so that the name is shown. */
  readonly begins: boolean;
  /** Day of the item, if the one before is from another day. */
  readonly day: string | null;
  /** True if a summary of the earlier messages comes next. */
  readonly isSummed: boolean;
};

/** Items as rows, with the speaker and day above them only if they change. */
export function itemRows(items: readonly PageItem[]): readonly ItemRow[] {
  let speaker = '';
  let day: string | null = null;
  return items.map((item, index) => {
    const its = speakerOf(item);
    const itsDay = item.time === null ? day : dayOfMoment(item.time);
    // Tool answers are part of the assistant's turn.
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
