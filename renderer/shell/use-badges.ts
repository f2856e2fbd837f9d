import type { ViewId } from '#shared/views.ts';
import type { Badge, PageProps, PageView } from '../view.tsx';
import { views } from '../views.ts';

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
