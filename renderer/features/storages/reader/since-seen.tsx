import { useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { attempt } from '../../../services/notices.ts';
import { inWords } from '../../../ui/value-tree/tree-rows.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import { markStoragesSeen } from '../storage-store.ts';

type Changes = Result<'storages.changes'>;

/**
 * Differences of a storage since it was last looked at. It counts as seen from now on, and so does whatever is saved while it
 * is open; the differences are shown until it is closed, or the person saves it.
 * @param version shown version; null for none
 */
export function useSinceSeen(workspace: string, file: string, version: string | null) {
  const since = useRef<string | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  const reason = version === null ? null : JSON.stringify([workspace, file, version, own]);
  const { answer } = useAsked(reason, async () => {
    const params = since.current === null ? {} : { since: since.current };
    const result = await call('storages.changes', { workspace, file, ...params });
    since.current ??= result.since;
    attempt(markStoragesSeen(workspace, [file]));
    return result;
  });
  return {
    changes: answer,
    /** The person's own save is no news to them. */
    onSaved(saved: string): void {
      since.current = saved;
      setOwn(saved);
    },
  };
}

export function SinceSeen({ changes, total }: Pick<Changes, 'changes' | 'total'>) {
  const heading = `${counted(total, 'value', 'values')} changed since you last looked`;
  return (
    <section className="drawer" aria-label={heading}>
      <h2 className="label">{heading}</h2>
      <ul className="code-text edited">
        {changes.map(({ path, before, after }) => (
          <li key={JSON.stringify(path)} className="words breaks">
            {path.length > 0 && (
              <VisibleText as="span" className="quiet" dir="auto" text={path.map(inWords).join(' › ')} />
            )}
            {before !== null && <VisibleText as="del" dir="auto" text={before} />}
            {after !== null && <VisibleText as="ins" dir="auto" text={after} />}
          </li>
        ))}
        {changes.length < total && <li className="quiet">and {total - changes.length} more</li>}
      </ul>
    </section>
  );
}
