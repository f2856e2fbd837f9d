import { announce } from '../../../ui/announcer.tsx';
import { type ReadyEditor, useEditor } from '../editor-store.ts';

const justOpened: ReadyEditor = {
  kind: 'ready',
  dirty: false,
  saving: false,
  kept: false,
  secrets: '',
  problem: null,
  conflicts: [],
  conflictsWith: [],
  restoredDraftAt: null,
  news: null,
};

/** How long a word on what others did stays. */
const newsFor = 8000;

export type Status = ReturnType<typeof createStatus>;

export function createStatus() {
  let status = justOpened;
  let forgetNews: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function tell(change: Partial<ReadyEditor>): void {
    const next = { ...status, ...change };
    // It is told with every key, and hardly ever anything new.
    if (!closed && (Object.keys(next) as (keyof ReadyEditor)[]).some((name) => next[name] !== status[name])) {
      status = next;
      useEditor.setState({ status });
    }
  }

  useEditor.setState({ status });
  return {
    now: (): ReadyEditor => status,
    tell,
    /** Says what others did, for a moment. */
    sayNews(news: string): void {
      clearTimeout(forgetNews);
      tell({ news });
      announce(news);
      forgetNews = setTimeout(() => tell({ news: null }), newsFor);
    },
    close(): void {
      closed = true;
      clearTimeout(forgetNews);
    },
  };
}
