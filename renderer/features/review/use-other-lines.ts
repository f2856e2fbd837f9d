import { useMemo } from 'react';
import type { OtherLine } from '#shared/contract/features/memory.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import type { ReadyContext } from '../../api/context-store.ts';

const page = 1000;

/** Lines of the file that are not entries. The summary has the first of them; any others are loaded. */
export function useOtherLines({ workspace, revision, summary }: ReadyContext): readonly OtherLine[] {
  const { otherLines: first, otherLineCount: total } = summary;
  const isMore = total > first.length;
  const reason = isMore ? `${workspace} ${revision}` : null;
  const { answer } = useAsked(reason, async (options) => {
    const lines = [...first];
    while (lines.length < total) {
      const { lines: further } = await call(
        'context.otherLines',
        { workspace, revision, offset: lines.length, limit: page },
        options,
      );
      if (further.length === 0) {
        break;
      }
      lines.push(...further);
    }
    return { workspace, lines };
  });
  // Keep the lines loaded last until more arrive, except for the beginning, which is known.
  return useMemo(
    () => (isMore && answer?.workspace === workspace ? [...first, ...answer.lines.slice(first.length, total)] : first),
    [isMore, answer, workspace, first, total],
  );
}
