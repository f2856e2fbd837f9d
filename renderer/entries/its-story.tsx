import { type ComponentProps, useState } from 'react';
import { loadedPart } from '../api/loaded-part.tsx';
import styles from '../ui/details.module.css';
import { Disclosure } from '../ui/disclosure.tsx';
import type { EntryStory as Story } from './entry-story.tsx';

const EntryStory = loadedPart(() => import('./entry-story.tsx'), 'EntryStory');

export function ItsStory(story: ComponentProps<typeof Story>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className={styles['raw']} onToggle={(event) => setOpen(event.currentTarget.open)} summary="Its story">
      {isOpen && <EntryStory {...story} />}
    </Disclosure>
  );
}
