import type { TwinsView } from '../contract/features/twins.ts';

/** Describes twins in a line without its full stop. @param nameOf formats their key; as it is written, if left out */
export function twinsTitle(
  { kind, count, entries }: Pick<TwinsView, 'kind' | 'count' | 'entries'>,
  nameOf = (key: string, _value?: string): string => key,
): string {
  switch (kind) {
    case 'key':
      return `“${nameOf(entries[0]?.key ?? '', entries[0]?.value)}” says ${count === 2 ? 'two' : count.toLocaleString('en')} things`;
    case 'same':
      return `The same text ${count === 2 ? 'twice' : `${count.toLocaleString('en')} times`}`;
    case 'near':
      return 'Almost the same text';
  }
}
