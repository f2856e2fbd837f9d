import { useEffect, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { storageText } from './storage-text.ts';
import { TextPane } from './text-pane.tsx';

type Props = Readonly<{
  workspace: string;
  file: string;
  title: string;
  name: string;
  now: { readonly text: string | null; readonly version: string | null };
  writable: boolean;
}>;

/** The text of a storage, followed as others change it. */
export function TextOfStorage({ now, ...given }: Props) {
  const [text] = useState(() => {
    const { text: said, version } = now;
    return said === null || version === null ? null : storageText(given, { text: said, version });
  });
  useEffect(() => {
    const { text: said, version } = now;
    text?.follow(said === null || version === null ? null : { text: said, version });
  }, [text, now]);
  return text === null ? (
    <div className="scroller">
      <EmptyState title="It is gone">
        An agent or another program removed it. The history keeps what it said.
      </EmptyState>
    </div>
  ) : (
    <TextPane text={text} writable={given.writable} />
  );
}
