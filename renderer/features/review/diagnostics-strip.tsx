import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ContextSummary, Diagnostic } from '#shared/contract/features/memory.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import styles from './diagnostics-strip.module.css';
import { run } from './run.ts';

type DiagnosticsStripProps = Readonly<{ workspace: string; summary: ContextSummary; writable: boolean }>;

const repairs: Readonly<Record<NonNullable<Diagnostic['repair']>, string>> = {
  frontmatter: 'Repair the top of the file',
};

/** What the reader of the file found odd. Entries work all the same, so it is folded until asked for. */
export function DiagnosticsStrip({ workspace, summary, writable }: DiagnosticsStripProps) {
  const [open, setOpen] = useState(false);
  const told = summary.diagnostics.filter((diagnostic) => diagnostic.severity !== 'quiet');
  if (told.length === 0) {
    return null;
  }
  const quiet = summary.diagnostics.length - told.length;
  const count = Math.max(told.length, summary.diagnosticCount - quiet);
  const repair = told.find((diagnostic) => diagnostic.repair !== null)?.repair;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <Strip
      tone={told.some((diagnostic) => diagnostic.severity === 'error') ? 'danger' : 'warning'}
      label="Problems in the file"
      actions={
        repair &&
        writable && <Button onClick={() => void run('context.repair', { workspace, repair })}>{repairs[repair]}</Button>
      }
    >
      <button type="button" className={styles['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron aria-hidden />
        {counted(count, 'thing', 'things')} in the file to look at
      </button>
      {open && (
        <ul className={styles['list']}>
          {told.map((diagnostic) => (
            <Told key={`${diagnostic.code}-${diagnostic.from}`} diagnostic={diagnostic} />
          ))}
          {count > told.length && <li>and {countInWords(count - told.length)} more</li>}
        </ul>
      )}
    </Strip>
  );
}

function Told({ diagnostic }: Readonly<{ diagnostic: Diagnostic }>) {
  return (
    <li className={styles['told']}>
      <span className={styles['line']}>Line {countInWords(diagnostic.line)}</span>
      <VisibleText text={diagnostic.message} />
    </li>
  );
}
