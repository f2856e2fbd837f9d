import { useEffect } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { useApp, workspaceNow } from '../api/app-store.ts';
import { on } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { announce } from '../ui/announcer.tsx';
import { changesInWords } from '../wording/counts.ts';
import { writersInWords } from '../wording/writers.ts';

type FileStatus = ContextSummary['status'];

/** Milliseconds after our own change within which the engine may still report it as others'. */
const echoes = 1500;
let quiet = 0;

/** Silences news about other programs while we replace files ourselves. */
export async function withoutNews<T>(work: Promise<T>): Promise<T> {
  quiet++;
  try {
    return await work;
  } finally {
    setTimeout(() => quiet--, echoes);
  }
}

/** Announces others' changes to the file, for those who can't see them. */
export function useOutsideNews(): void {
  useEffect(
    () =>
      on('context.changed', ({ workspace, by }) => {
        if (quiet > 0 || by.who !== 'outside' || workspaceNow()?.id !== workspace) {
          return;
        }
        const changes = changesInWords(by);
        if (changes !== '') {
          announce(`By ${writersInWords(by.writers)}: ${changes}.`);
        }
      }),
    [],
  );
}

/** Meaning of a change in the file's status; null if it is no news. */
function fileNews(before: FileStatus, now: FileStatus): string | null {
  if (before === now) {
    return null;
  }
  return {
    deleted: 'The file was deleted by another app. Its last entries are still shown.',
    unreadable: 'The file can’t be read at the moment.',
    present: before === 'unreadable' ? 'The file can be read again.' : 'The file is there again.',
    missing: null,
  }[now];
}

/** Reports that changes can't be recorded any more, or can again; null if neither is new. */
function durabilityNews(before: ContextSummary, now: ContextSummary): string | null {
  const [was, is] = [before, now].map(({ problem }) => problem?.code === 'not_recorded');
  if (was === is) {
    return null;
  }
  return is ? (now.problem?.message ?? null) : 'Changes are recorded again.';
}

/** Announces that the file or its folder went away or came back, for those who can't see the strip about it. */
export function useFileNews(): void {
  useEffect(() => {
    const offContext = useContextStore.subscribe((context, before) => {
      if (context.kind === 'ready' && before.kind === 'ready' && context.workspace === before.workspace) {
        const { stage } = useApp.getState();
        const folderGone = stage.kind === 'open' && !stage.reachable;
        const news = quiet > 0 || folderGone ? null : fileNews(before.summary.status, context.summary.status);
        const recordedNews = durabilityNews(before.summary, context.summary);
        if (recordedNews !== null) {
          announce(recordedNews);
        }
        // A first entry creates the file, which is no separate news.
        if (news !== null && before.summary.status !== 'missing') {
          announce(news);
        }
      }
    });
    const offApp = useApp.subscribe(({ stage }, { stage: before }) => {
      if (stage.kind === 'open' && before.kind === 'open' && stage.workspace.id === before.workspace.id) {
        if (stage.reachable !== before.reachable) {
          announce(
            stage.reachable
              ? 'The folder is back and followed again.'
              : 'The folder can’t be reached. What was read last is still shown.',
          );
        }
      }
    });
    return () => {
      offContext();
      offApp();
    };
  }, []);
}
