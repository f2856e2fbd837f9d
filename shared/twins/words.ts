import type { TwinsView } from '../contract/features/twins.ts';

/** What is said of twins, as a line without its full stop. */
export function titleOf({ kind, count, entries }: Pick<TwinsView, 'kind' | 'count' | 'entries'>): string {
  switch (kind) {
    case 'key':
      return `“${entries[0]?.key ?? ''}” says ${count === 2 ? 'two' : count.toLocaleString('en')} things`;
    case 'same':
      return `The same text ${count === 2 ? 'twice' : `${count.toLocaleString('en')} times`}`;
    case 'near':
      return 'Almost the same text';
  }
}
