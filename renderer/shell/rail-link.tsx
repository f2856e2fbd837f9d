import { useEffect, useState } from 'react';
import { useApp, writePreferences } from '../api/app-store.ts';
import { follow } from '../api/navigation.ts';
import { announce } from '../ui/announcer.tsx';
import type { Badge, PageView } from '../view.tsx';
import { countInWords } from '../wording/counts.ts';
import styles from './rail.module.css';

export type RailLinkProps = Readonly<{ view: PageView; badge: Badge; isShown: boolean }>;

export function RailLink({ view, badge: { count, mark, isListed }, isShown }: RailLinkProps) {
  const { id, title, icon: Icon } = view;
  const isNew = useNewArea(view, isListed, isShown);
  if (!isListed && !isShown) {
    return null;
  }
  return (
    <a
      className={styles['link']}
      href={`#${id}`}
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        follow(id);
      }}
    >
      <Icon aria-hidden />
      <span className={styles['name']}>{title}</span>
      {isNew && !mark && <span className={styles['new']}>new</span>}
      {mark && <span className={styles['dot']} role="img" aria-label={mark} title={mark} />}
      {count !== null && <span className="count">{countInWords(count)}</span>}
    </a>
  );
}

/** True if a view has newly become worth a visit: announced once, and shown until it is visited. */
function useNewArea({ id, group, title }: PageView, isListed: boolean, isShown: boolean): boolean {
  const [isNew, setIsNew] = useState(false);
  const isKnown = useApp(({ preferences }) => group !== 'agents' || (preferences.knownAreas?.includes(id) ?? false));
  const isNews = isListed && !isKnown;
  useEffect(() => {
    if (isNews) {
      setIsNew(true);
      announce(`New: ${title}.`);
      void writePreferences({ knownAreas: [...(useApp.getState().preferences.knownAreas ?? []), id] });
    }
  }, [id, title, isNews]);
  useEffect(() => {
    // Clears it too if it came while the view was shown.
    if (isShown && isNew) {
      setIsNew(false);
    }
  }, [isShown, isNew]);
  return isNew && !isShown;
}
