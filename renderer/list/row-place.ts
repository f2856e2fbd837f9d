import type { Ref } from 'react';

/** Props that place a row in a grid. @param top pixels from the top */
export const placeOfRow = (ref: Ref<HTMLDivElement>, index: number, top: number, className = '') => ({
  ref,
  'data-index': index,
  'aria-rowindex': index + 1,
  className,
  style: { transform: `translateY(${top}px)` },
});
export type RowPlace = Readonly<ReturnType<typeof placeOfRow>>;

/** True if a press is on a row's check box or beside it in its cell: so small a box is easily missed. */
export const inBox = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-box]') !== null;

/** True if a press is on a button or field, which answers it itself. */
export const inControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, textarea, label') !== null;
