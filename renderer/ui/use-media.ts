import { useSyncExternalStore } from 'react';

/** From this width on the inspector stands beside the list. */
export const roomForInspector = '(min-width: 1000px)';

export const hasRoomForInspector = (): boolean => matchMedia(roomForInspector).matches;

/** Whether a media query holds, as it changes. */
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
