import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { workspaceNow } from '../api/app-store.ts';
import { nothingWasRead, readyContext } from '../api/context-store.ts';
import type { Command } from '../services/commands/shortcuts.ts';
import { notifyOnce } from '../services/notices.ts';

/** Reason a memory can only be read, in a sentence; null if it can be changed. */
export function whyReadOnly(
  { readOnlyReason }: Pick<Workspace, 'readOnlyReason'>,
  summary: ContextSummary,
): string | null {
  const { status, linksOut, writable } = summary;
  if (readOnlyReason !== null || (writable && status !== 'unreadable')) {
    return readOnlyReason;
  }
  if (linksOut.length > 0) {
    return 'This memory is read-only until you allow where its links lead.';
  }
  return unreadableInWords(summary) ?? 'This memory can be read here, but Contexture does not write it.';
}

/** Reason a memory can't be read, and what is shown instead, if anything was read before; null if it can be read. */
export function unreadableInWords(summary: ContextSummary): string | null {
  const { status, problem } = summary;
  return status === 'unreadable' && problem
    ? [problem.message, !nothingWasRead(summary) && !problem.marked && 'This is the text as it was last read.']
        .filter(Boolean)
        .join(' ')
    : null;
}

/** Commands that change entries, and so can't run in a read-only memory. */
const changing: readonly Command[] = [
  'edit',
  'confirm',
  'demote',
  'pin',
  'about',
  'raise',
  'archive',
  'delete',
  'restore',
  'add',
  'undo',
  'redo',
];

/** Says why a command can't run in a read-only memory; false for one that changes nothing. */
export function refuseReadOnly(command: Command): boolean {
  const isRefused = changing.includes(command);
  if (isRefused) {
    sayReadOnly();
  }
  return isRefused;
}

export function sayReadOnly(): void {
  const [workspace, context] = [workspaceNow(), readyContext()];
  const why = workspace && context && whyReadOnly(workspace, context.summary);
  notifyOnce('read-only', why ?? 'This memory can only be read for now.');
}
