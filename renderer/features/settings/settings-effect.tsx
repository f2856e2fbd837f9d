import { useEffect, useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import type { Impact } from '#shared/contract/features/memory.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { problemOf } from '../../api/problem.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { countInWords, entriesInWords, shareInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import styles from './settings-view.module.css';

type Values = Params<'settings.preview'>['values'];
type Effect =
  | { readonly kind: 'known'; readonly impact: Impact }
  | { readonly kind: 'failed'; readonly message: string };

/** What a setting that is not saved yet would mean for the context as it is. */
export function SettingsEffect({ workspace, tokenLimit, measure }: Values & Readonly<{ workspace: string }>) {
  const revision = useContextStore((context) => (context.kind === 'ready' ? context.revision : null));
  const [effect, setEffect] = useState<Effect | null>(null);
  useEffect(() => {
    if (revision === null) {
      return;
    }
    let current = true;
    call('settings.preview', { workspace, values: { tokenLimit, measure } })
      .then((impact) => current && setEffect({ kind: 'known', impact }))
      .catch((error: unknown) => current && setEffect({ kind: 'failed', message: problemOf(error).message }));
    return () => {
      current = false;
    };
  }, [workspace, tokenLimit, measure, revision]);
  if (effect?.kind === 'failed') {
    return <FieldProblem>{effect.message}</FieldProblem>;
  }
  return (
    <p className={styles['effect']} role="status">
      {effect && inWords(effect.impact)}
    </p>
  );
}

function inWords({ tokensAfter, limit, wouldLeave, wouldLeaveCount, staysOver }: Impact): string {
  const uses = `Uses ${countInWords(tokensAfter)} of ${countInWords(limit)}, ${shareInWords(tokensAfter, limit)}.`;
  if (tokensAfter <= limit) {
    return uses;
  }
  if (wouldLeaveCount === 0) {
    return `${uses} That is over, and nothing may be archived automatically.`;
  }
  const names = wouldLeave.slice(0, 4).map((entry) => `“${entryName(entry)}”`);
  const others = wouldLeaveCount > names.length ? ' and others' : '';
  const leaving = `${entriesInWords(wouldLeaveCount)} would have to leave: ${names.join(', ')}${others}.`;
  const asked = 'You are asked before anything is archived, unless you chose otherwise below.';
  return `${uses} ${leaving} ${asked}${staysOver ? ' It would stay over the limit even then.' : ''}`;
}
