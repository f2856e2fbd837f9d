import { useSyncExternalStore } from 'react';

/** Width from which the inspector is beside the list. */
export const roomForInspector = '(min-width: 1000px)';

export const hasRoomForInspector = (): boolean => matchMedia(roomForInspector).matches;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this width the rail is a bar at the bottom. */
export const narrowWindow = '(max-width: 719.98px)';
