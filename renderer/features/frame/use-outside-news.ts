import { useEffect } from 'react';
import { useApp } from '../../api/app-store.ts';
import { on } from '../../api/connection.ts';
import { announce } from '../../ui/announcer.tsx';
import { countInWords } from '../../wording/counts.ts';
import { hasUnsavedEdit } from '../review/review-store.ts';

/** Says what other programs do to the file, for those who can't see it change. */
export function useOutsideNews(): void {
  useEffect(
    () =>
      on('context.changed', ({ workspace, by }) => {
        const { stage } = useApp.getState();
        if (by.who !== 'outside' || stage.kind !== 'open' || stage.workspace.id !== workspace) {
          return;
        }
        const news = [
          by.added > 0 && `${countInWords(by.added)} added`,
          by.changed > 0 && `${countInWords(by.changed)} changed`,
          by.removed > 0 && `${countInWords(by.removed)} removed`,
        ].filter(Boolean);
        if (news.length > 0) {
          announce(`By another program: ${news.join(', ')}.`);
        }
      }),
    [],
  );
}

/** Has the browser ask before a page with something typed and not saved is closed. */
export function useUnsavedGuard(): void {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedEdit()) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, []);
}
