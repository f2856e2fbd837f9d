import type { Ref } from 'react';

/** What a row needs to be at its place in a grid, so many pixels from the top. */
export const placeOfRow = (ref: Ref<HTMLDivElement>, index: number, top: number, className = '') => ({
  ref,
  'data-index': index,
  'aria-rowindex': index + 1,
  className,
  style: { transform: `translateY(${top}px)` },
});
export type RowPlace = Readonly<ReturnType<typeof placeOfRow>>;

/** Whether a press is on the check box of a row, or beside it in its cell: a box so small is easily missed. */
export const inBox = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-box]') !== null;
