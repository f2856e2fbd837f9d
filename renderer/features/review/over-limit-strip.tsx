import { useMemo } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { planArchive, roomIn } from '#shared/entries/archive-plan.ts';
import { go } from '../../api/navigation.ts';
import { useWaterline } from '../../entries/measure/waterline.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { entriesInWords, tokensInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import { openDialog } from './review-store.ts';
import { run } from './run.ts';

type OverLimitStripProps = Readonly<{ workspace: string; summary: ContextSummary; writable: boolean }>;

const maxNamed = 4;

/** The context is over its limit: names what would be archived, and offers it. */
export function OverLimitStrip({ workspace, summary, writable }: OverLimitStripProps) {
  const { order } = useWaterline();
  const { tokens } = summary;
  const { total, limit } = tokens;
  const { leaving, staysOver } = useMemo(() => planArchive(order, roomIn(tokens)), [order, tokens]);
  if (total <= limit) {
    return null;
  }
  const names = leaving.slice(0, maxNamed).map((entry) => `“${entryName(entry)}”`);
  const more = leaving.length - names.length;
  const raise = <Button onClick={() => go('settings')}>Raise the limit</Button>;
  return (
    <Strip
      tone="danger"
      label="Over the limit"
      actions={
        writable && (
          <>
            {leaving.length > 0 && (
              <Button look="primary" onClick={() => void run('context.archiveOverflow', { workspace })}>
                Archive {entriesInWords(leaving.length)}
              </Button>
            )}
            {raise}
          </>
        )
      }
    >
      {tokensInWords(total - limit)} over the limit.{' '}
      {names.length > 0 ? (
        <>
          The oldest that may leave: <VisibleText text={names.join(', ')} />
          {more > 0 && ` and ${more} more`}.{' '}
          {more > 0 && (
            <Button look="link" onClick={() => openDialog({ kind: 'archive-overflow', entries: leaving })}>
              Show all…
            </Button>
          )}
        </>
      ) : (
        'Nothing is left that may be archived automatically. Delete or archive entries, or raise the limit.'
      )}
      {names.length > 0 && staysOver && ' It stays over the limit even then.'}
    </Strip>
  );
}
