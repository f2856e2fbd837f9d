import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { loadPart } from '../api/connection.ts';
import styles from '../ui/details.module.css';
import { Disclosure } from '../ui/disclosure.tsx';
import type { EntryStory as Story } from './entry-story.tsx';

const EntryStory = lazy(() =>
  loadPart(() => import('./entry-story.tsx')).then((part) => ({ default: part.EntryStory })),
);

/** History of an entry, loaded when it is unfolded. */
export function ItsStory(story: ComponentProps<typeof Story>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className={styles['raw']} onToggle={(event) => setOpen(event.currentTarget.open)} summary="Its story">
      {isOpen && (
        <Suspense fallback={null}>
          <EntryStory {...story} />
        </Suspense>
      )}
    </Disclosure>
  );
}
