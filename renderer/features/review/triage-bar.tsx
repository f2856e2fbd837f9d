import { Check, ChevronDown, ChevronUp, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { showRemoved } from '../../jumps.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Key } from '../../ui/keys.tsx';
import { countInWords } from '../../wording/counts.ts';
import { act } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { goToRow, useReview } from './review-store.ts';
import { countLeft, type Triage } from './triage.ts';
import { keep, stopTriage } from './triage-actions.ts';

type TriageBarProps = Readonly<{ triage: Triage; list: ReviewList; summary: ContextSummary; writable: boolean }>;

export function TriageBar({ triage, list, summary, writable }: TriageBarProps) {
  const cursor = useReview((state) => state.cursor);
  const total = triage.queue.length;
  const at = cursor === null ? 0 : triage.queue.indexOf(cursor) + 1;
  const left = countLeft(triage, list.byId);
  const progress = left === 0 ? `All ${countInWords(total)} reviewed` : `${countInWords(at)} of ${countInWords(total)}`;
  const announced = useRef(progress);
  useEffect(() => {
    // Don't talk over the count announced at the beginning, which may arrive a moment later.
    if (announced.current !== progress) {
      announced.current = progress;
      announce(`${progress}.`);
    }
  }, [progress]);
  const entry = cursor === null ? undefined : list.byId.get(cursor);
  return (
    <section className="toolbar line" aria-label="Going through what’s new">
      <div className="row main-part tabular">
        {/* Labelled, since someone who comes back from elsewhere looks for the other entries. */}
        <strong>{left > 0 ? `Reviewing changes: ${progress}` : progress}</strong>
        {left > 0 && <span className="detail">{countInWords(left)} left</span>}
        {summary.marks.removed > 0 && (
          <Button look="link" onClick={showRemoved}>
            {countInWords(summary.marks.removed)} removed
          </Button>
        )}
        <Steps list={list} cursor={cursor} />
      </div>
      <div className="wrap-close">
        {entry && left > 0 && (
          <>
            <Button look="primary" title="Mark as seen (Y)" onClick={() => void keep([entry])}>
              <Check aria-hidden /> Seen
            </Button>
            {writable && (
              <>
                <Button title="Edit (E)" onClick={() => act('edit', [entry])}>
                  <Pencil aria-hidden /> Edit
                </Button>
                <Button title="Delete (Delete)" onClick={() => act('delete', [entry])}>
                  <Trash2 aria-hidden /> Delete
                </Button>
              </>
            )}
          </>
        )}
        <Button
          look={left === 0 ? 'primary' : 'quiet'}
          title={left === 0 ? 'Back to everything (Esc)' : 'Finish later; what is left stays marked (Esc)'}
          onClick={stopTriage}
        >
          {left === 0 ? 'Done' : 'Finish later'}
        </Button>
      </div>
      {left > 0 && <KeysHint writable={writable} />}
    </section>
  );
}

/** The help that “?” shows says it to those who don't see it here. */
function KeysHint({ writable }: Readonly<{ writable: boolean }>) {
  return (
    <p className="detail own-line wide-only" aria-hidden>
      <Key>y</Key> marks as seen
      {writable && (
        <>
          , <Key>e</Key> edits, <Key>Delete</Key> deletes
        </>
      )}
      , <Key>j</Key> and <Key>k</Key> go on and back, <Key>Esc</Key> stops
    </p>
  );
}

function Steps({ list: { order }, cursor }: Readonly<{ list: ReviewList; cursor: string | null }>) {
  const at = cursor === null ? -1 : order.indexOf(cursor);
  return (
    <div className="with-icon">
      <IconButton name="Previous entry" keys="k" disabled={at <= 0} onClick={() => goToRow(order[at - 1])}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton name="Next entry" keys="j" disabled={at >= order.length - 1} onClick={() => goToRow(order[at + 1])}>
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  );
}
