import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { leavingOut } from '#shared/entries/measure.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { on } from '../../../api/connection.ts';
import { readyContext, useContextStore } from '../../../api/context-store.ts';
import { onCounted, textMeasure } from '../../../entries/measure/page-measure.ts';
import { editorFormat } from '../../../memory-text/editor-rules.ts';
import { readText } from '../../../memory-text/read-text.ts';
import { changesInWords } from '../../../wording/counts.ts';
import { writersAtStart } from '../../../wording/writers.ts';
import { baseOf } from '../buffer.ts';
import type { TextMerger } from './merging.ts';
import type { EditorStatus } from './status.ts';
import type { TextEditor } from './text-editor.ts';

export function summaryNow(workspace: string): ContextSummary | null {
  const context = readyContext();
  return context?.workspace === workspace ? context.summary : null;
}

export const mayWrite = (summary: ContextSummary | null): boolean =>
  summary === null || (summary.writable && summary.status !== 'unreadable');

export const rulesOf = ({ today, tokens: { limit, measure, leftOut } }: ContextSummary) => ({
  today,
  limit,
  measure: leftOut === null ? textMeasure(measure) : leavingOut(textMeasure(measure)),
});

export type FileFollower = ReturnType<typeof createFileFollower>;

export type FollowingParts = {
  readonly workspace: string;
  readonly editor: TextEditor;
  readonly status: EditorStatus;
  readonly merging: TextMerger;
};

export function createFileFollower({ workspace, editor, status, merging }: FollowingParts) {
  const { state } = editor;
  let following: Promise<void> | null = null;
  let isClosed = false;

  /** Repeats until there is nothing newer. */
  async function follow(): Promise<void> {
    for (;;) {
      const now = summaryNow(workspace);
      if (isClosed || status.now().saving || now === null || now.version === baseOf(state()).version) {
        return;
      }
      merging.take(await readText(workspace));
      const reached = summaryNow(workspace)?.version === now.version;
      if (reached) {
        return; // the summary may be older than what was read
      }
    }
  }

  /** Reads and merges the file, if its version is another than the present one. */
  function followSoon(): void {
    following ??= follow()
      .catch(() => undefined)
      .finally(() => {
        following = null;
      });
  }

  const off = together([
    useContextStore.subscribe((context, before) => {
      if (context.kind === 'ready' && context.workspace === workspace) {
        takeSummary(editor, context.summary, before.kind === 'ready' ? before.summary : null);
        followSoon();
      }
    }),
    onCounted(() => {
      const now = summaryNow(workspace);
      if (now?.tokens.measure === 'count') {
        editor.setRules(rulesOf(now));
      }
    }),
    on('context.changed', ({ workspace: where, by, summary }) => {
      if (where === workspace && by.who === 'outside' && summary.version !== baseOf(state()).version) {
        const changes = changesInWords(by);
        status.sayNews(`${writersAtStart(by.writers)} wrote the file${changes === '' ? '' : `: ${changes}`}.`);
      }
    }),
    on('erase.done', ({ workspace: where, texts }) => {
      if (where === workspace) {
        forget(texts, editor, merging);
      }
    }),
  ]);

  return {
    followSoon,
    /** Resolves once a merge under way is done. */
    settled: async (): Promise<void> => void (await following),
    close(): void {
      isClosed = true;
      off();
    },
  };
}

function takeSummary(editor: TextEditor, now: ContextSummary, before: ContextSummary | null): void {
  if (mayWrite(now) === editor.state().readOnly) {
    editor.allowWriting(mayWrite(now));
  }
  if (
    before === null ||
    before.today !== now.today ||
    before.tokens.limit !== now.tokens.limit ||
    before.tokens.measure !== now.tokens.measure
  ) {
    editor.setRules(rulesOf(now));
  }
}

/** Removes erased text from what was typed, and from the undo history. */
function forget(texts: readonly string[], editor: TextEditor, merging: TextMerger): void {
  const eraser = createEraser(texts);
  const format = editor.state().facet(editorFormat);
  const without = (text: string): string => format.erase(format.read(text), eraser).text;
  const origin = merging.origin();
  merging.setOrigin(origin && without(origin));
  const before = editor.state().doc.toString();
  const after = without(before);
  if (after !== before) {
    const { from, to } = changedPart(before, after);
    const insert = after.slice(from, to);
    editor.dispatch({ changes: { from, to: to + before.length - after.length, insert }, userEvent: 'erase' });
  }
  editor.clearUndo();
}
