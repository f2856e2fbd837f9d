import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { planArchive, roomIn } from '#shared/entries/archive-plan.ts';
import { boundsInWords } from '#shared/wording/fills.ts';
import { assistantInWords, neverReadInWords } from '#shared/wording/loaded.ts';
import { useApp } from '../../api/app-store.ts';
import { readyContext } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { markAllRead } from '../../entries/marks.ts';
import { useWaterline } from '../../entries/measure/waterline.ts';
import { changeLimit, showInReview, showRemoved } from '../../jumps.ts';
import { attempt } from '../../services/notices.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords, entriesInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import { repairInWords } from '../../wording/repairs.ts';
import { readAgain, run } from './changes.ts';
import { noFilters } from './filters.ts';
import { filterBy, openDialog, sortBy } from './review-store.ts';
import { markedIn } from './triage.ts';
import { startTriage } from './triage-actions.ts';

type StatusStripProps = Readonly<{ workspace: Workspace; summary: ContextSummary }>;

export function ReadOnlyStrip({ workspace, summary }: StatusStripProps) {
  const writable = workspace.writable && summary.writable;
  if (
    writable ||
    summary.linksOut.length > 0 ||
    (workspace.readOnlyReason === null && summary.status === 'unreadable')
  ) {
    return null;
  }
  return (
    <Strip label="Read only">
      <VisibleText
        text={workspace.readOnlyReason ?? 'This memory can be read here, but Contexture does not write it.'}
      />
    </Strip>
  );
}

export function StatusStrip({ workspace, summary }: StatusStripProps) {
  const isReachable = useApp(({ stage }) => stage.kind !== 'open' || stage.reachable);
  if (!isReachable) {
    // The file went with its folder: that is one event, and the frame reports it.
    return null;
  }
  switch (summary.status) {
    case 'present':
    case 'missing':
      return null;
    case 'deleted':
      return (
        <Strip
          tone="warning"
          label="The file was deleted"
          actions={
            workspace.writable && (
              <Button onClick={() => void run('context.putBack', { workspace: workspace.id })}>Restore it</Button>
            )
          }
        >
          The file was deleted by another app. These are the entries it held last; none of them is lost yet.
        </Strip>
      );
    case 'unreadable':
      return <UnreadableCard summary={summary} />;
  }
}

/** Replaces the actions on entries: the reason nothing can be done, the remedy, and the state of the entries below. */
function UnreadableCard({ summary }: Readonly<{ summary: ContextSummary }>) {
  return (
    <div className="padded">
      <AttentionCard
        title={summary.problem?.marked ? 'Not all of the file can be read' : 'The file can’t be read'}
        level={2}
        actions={
          <>
            <Button look="primary" onClick={readAgain}>
              Try again
            </Button>
            <Button onClick={() => go('history')}>Look at its versions</Button>
          </>
        }
      >
        <p>
          <VisibleText text={summary.problem?.message ?? 'The file can’t be read at the moment.'} />
        </p>
        {summary.entryCount > 0 && (
          <p className="detail">
            {summary.problem?.marked
              ? 'These are its entries. They can be changed as soon as all of it can be read.'
              : 'These are the entries as they were last read. They can be changed again as soon as the file can be read.'}
          </p>
        )}
      </AttentionCard>
    </div>
  );
}

export type FileStripProps = Readonly<{ workspace: string; summary: ContextSummary; writable: boolean }>;

/** Oddities found while reading the file. Entries work all the same, so it is folded at first. */
export function DiagnosticsStrip({ summary, writable }: Omit<FileStripProps, 'workspace'>) {
  const problems = summary.diagnostics.filter((diagnostic) => diagnostic.severity !== 'quiet');
  if (problems.length === 0) {
    return null;
  }
  const quiet = summary.diagnostics.length - problems.length;
  const count = Math.max(problems.length, summary.diagnosticCount - quiet);
  // Repairing the top would leave one version of it.
  const offered = problems.flatMap((diagnostic) => diagnostic.repair ?? []);
  const repair = offered.find((each) => each === 'conflict') ?? offered[0];
  return (
    <FoldedStrip
      tone={problems.some((diagnostic) => diagnostic.severity === 'error') ? 'danger' : 'warning'}
      label="Problems in the file"
      actions={
        repair &&
        writable && (
          <Button onClick={() => openDialog({ kind: 'repair', repair })}>
            {repairInWords(repair, summary.capabilities.assistant)}…
          </Button>
        )
      }
      summary={`${counted(count, 'thing', 'things')} in the file to look at`}
      more={count - problems.length}
    >
      {problems.map(({ code, from, line, message }) => (
        <li key={`${code}-${from}`} className="numbered">
          <span className="tabular strong">Line {countInWords(line)}</span>
          <VisibleText text={message} />
        </li>
      ))}
    </FoldedStrip>
  );
}

/** @param more number of items that are not among the children */
type FoldedStripProps = ComponentProps<typeof Strip> & Readonly<{ summary: string; more: number }>;

/** A strip with a list that the person unfolds. */
export function FoldedStrip({ summary, more, children, ...strip }: FoldedStripProps) {
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Strip {...strip}>
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron aria-hidden />
        {summary}
      </button>
      {isOpen && (
        <ul className="stack-1 indented bounded">
          {children}
          {more > 0 && <li>and {countInWords(more)} more</li>}
        </ul>
      )}
    </Strip>
  );
}

const maxNamed = 4;

export function OverLimitStrip({ workspace, summary, writable }: FileStripProps) {
  const { order } = useWaterline();
  const { tokens } = summary;
  const { total, limit } = tokens;
  const { leaving, staysOver } = useMemo(() => planArchive(order, roomIn(tokens)), [order, tokens]);
  if (total <= limit) {
    return null;
  }
  const names = leaving.slice(0, maxNamed).map((entry) => `“${entryName(entry)}”`);
  const more = leaving.length - names.length;
  const { assistant } = summary.capabilities;
  // A limit enforced by its own program is not ours to raise.
  const raise = assistant === null && <Button onClick={() => changeLimit()}>Raise the limit</Button>;
  return (
    <Strip
      tone="danger"
      label="Over the limit"
      actions={
        writable && (
          <>
            {raise}
            {leaving.length > 0 && (
              <Button look="primary" onClick={() => void run('context.archiveOverflow', { workspace })}>
                Archive {entriesInWords(leaving.length)}
              </Button>
            )}
          </>
        )
      }
    >
      {/* The gauge shows the amount. */}
      {names.length > 0 ? (
        <>
          To be archived: <VisibleText text={names.join(', ')} />
          {more > 0 && ` and ${more} more`}.{' '}
          {more > 0 && (
            <Button look="link" onClick={() => openDialog({ kind: 'archive-overflow', entries: leaving })}>
              Show all…
            </Button>
          )}
        </>
      ) : (
        nothingLeaves(assistant)
      )}
      {names.length > 0 && staysOver && ' It stays over the limit even then.'}
    </Strip>
  );
}

const nothingLeaves = (assistant: string | null): string =>
  assistant === null
    ? 'Nothing is left that may be archived automatically. Delete or archive entries, or raise the limit.'
    : `Until it fits, ${assistant} may not read all of it, or add to it. Archive, shorten or delete entries.`;

type SinceLookedStripProps = Readonly<{
  summary: ContextSummary;
  /** Changes already reported by a card that waits for an answer. */
  reported: { readonly superseded: number; readonly removed: number };
}>;

/** Changes by others since the person last looked. Never in the way: it can be shown, marked as read, or left. */
export function SinceLookedStrip({ summary, reported }: SinceLookedStripProps) {
  const isShown = useApp((state) => state.preferences.reviewFilters.marks);
  const { new: added, changed } = summary.marks;
  const superseded = Math.max(0, summary.marks.superseded - reported.superseded);
  const removed = Math.max(0, summary.marks.removed - reported.removed);
  const parts = [
    superseded > 0 && replacedInWords(superseded),
    added > 0 && `${countInWords(added)} new`,
    changed > 0 && `${countInWords(changed)} changed`,
  ].filter(Boolean);
  if (parts.length === 0 && removed === 0) {
    return null;
  }
  return (
    <Strip
      label="Since you last looked"
      actions={
        <>
          {parts.length > 0 && (
            <Button title="One by one (T)" onClick={startTriage}>
              {markedIn(summary) === 1 ? 'Review change' : 'Review changes'}
            </Button>
          )}
          {!isShown && parts.length > 0 && (
            <Button look="quiet" onClick={() => filterBy({ ...noFilters, marks: true })}>
              Show
            </Button>
          )}
          <Button look="quiet" onClick={() => attempt(markAllRead())}>
            Mark as seen
          </Button>
        </>
      }
    >
      {parts.join(', ')}
      {parts.length > 0 && removed > 0 && ', '}
      {removed > 0 && (
        <Button look="link" onClick={showRemoved}>
          {countInWords(removed)} removed
        </Button>
      )}{' '}
      since you last looked
    </Strip>
  );
}

/** Replaced corrections come before anything else: someone went to the trouble of making them. */
const replacedInWords = (count: number): string =>
  count === 1 ? '1 of your corrections was replaced' : `${countInWords(count)} of your corrections were replaced`;

export function UnreadStrip({ summary, writable }: Readonly<{ summary: ContextSummary; writable: boolean }>) {
  const { loaded, capabilities, entryCount } = summary;
  if (loaded === null || loaded.cutLine === null || loaded.entries >= entryCount) {
    return null;
  }
  const first = loaded.entries;
  const show = (): void => {
    sortBy('file');
    const id = readyContext()?.entries[first]?.id;
    if (id !== undefined) {
      showInReview(id);
    }
  };
  return (
    <Strip tone="warning" label="Never read" actions={<Button onClick={show}>Show them</Button>}>
      <strong>{neverReadInWords(entryCount - first)}.</strong> {assistantInWords(capabilities)} stops after line{' '}
      {countInWords(loaded.cutLine - 1)}, at {boundsInWords(capabilities.loaded)}.
      {writable && ' Move up what matters, and shorten, archive or delete what doesn’t.'}
    </Strip>
  );
}
