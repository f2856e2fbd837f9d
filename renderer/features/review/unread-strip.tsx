import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { boundsInWords } from '#shared/wording/fills.ts';
import { assistantInWords, neverReadInWords } from '#shared/wording/loaded.ts';
import { readyContext } from '../../api/context-store.ts';
import { showInReview } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countInWords } from '../../wording/counts.ts';
import { sortBy } from './review-store.ts';

/** States how much the assistant never reads, with a link to it. */
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
