import { useEffect, useState } from 'react';
import type { ViewId } from '#shared/views.ts';
import { useApp, writePreferences } from '../api/app-store.ts';
import { follow } from '../api/navigation.ts';
import { announce } from '../ui/announcer.tsx';
import type { Badge, PageProps, PageView } from '../view.tsx';
import { views } from '../views.ts';
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

export type Badges = ReadonlyMap<ViewId, Badge>;

/** Badges beside each view's name, requested once for all places that show them. */
export function useBadges(given: PageProps, shown: PageView | undefined): Badges {
  const badges = new Map<ViewId, Badge>();
  for (const view of views) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the same views in the same order each time, available or not.
    badges.set(view.id, view.useBadge({ ...given, isShown: view === shown }));
  }
  return badges;
}

const none: Badge = { count: null, mark: null, isListed: false };

export const badgeOf = (badges: Badges, { id }: PageView): Badge => badges.get(id) ?? none;
