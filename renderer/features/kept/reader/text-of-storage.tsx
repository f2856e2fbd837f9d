import type { ComponentProps } from 'react';
import { TextPane } from '../../../memory-text/text-pane.tsx';
import { storageText } from './storage-text.ts';

type Props = Readonly<Pick<ComponentProps<typeof TextPane>, 'now'> & Parameters<typeof storageText>[0]>;

export function TextOfStorage({ now, ...given }: Props) {
  return (
    <TextPane
      source={storageText(given)}
      now={now}
      gone="An agent or another app removed it. What it said is in the history."
    />
  );
}
