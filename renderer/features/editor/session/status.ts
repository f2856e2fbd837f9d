import { announce } from '../../../ui/announcer.tsx';
import { type ReadyEditor, useEditor } from '../editor-store.ts';

const justOpened: ReadyEditor = {
  kind: 'ready',
  dirty: false,
  saving: false,
  isKept: false,
  secrets: '',
  problem: null,
  conflicts: [],
  conflictsWith: [],
  restoredDraftAt: null,
  news: null,
};

/** Milliseconds a message about others' changes is shown. */
const newsFor = 8000;

export type EditorStatus = ReturnType<typeof createStatus>;

export function createStatus() {
  let status = justOpened;
  let forgetNews: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function tell(change: Partial<ReadyEditor>): void {
    const next = { ...status, ...change };
    // Called with every key, mostly without any change.
    if (!isClosed && (Object.keys(next) as (keyof ReadyEditor)[]).some((name) => next[name] !== status[name])) {
      status = next;
      useEditor.setState({ status });
    }
  }

  useEditor.setState({ status });
  return {
    now: (): ReadyEditor => status,
    tell,
    /** Shows a message about others' changes for a moment. */
    sayNews(news: string): void {
      clearTimeout(forgetNews);
      tell({ news });
      announce(news);
      forgetNews = setTimeout(() => tell({ news: null }), newsFor);
    },
    close(): void {
      isClosed = true;
      clearTimeout(forgetNews);
    },
  };
}
