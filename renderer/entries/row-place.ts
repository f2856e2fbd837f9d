import type { Ref } from 'react';

/** What every row needs to be at its place in the grid. */
export type RowPlace = {
  readonly ref: Ref<HTMLDivElement>;
  readonly 'data-index': number;
  readonly 'aria-rowindex': number;
  readonly className: string;
  readonly style: { readonly transform: string };
};
