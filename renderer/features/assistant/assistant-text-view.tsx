import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { readWholeStart, type WholeStart } from '#shared/contract/reading/texts.ts';
import { boundsInWords } from '#shared/wording/fills.ts';
import { assistantInWords, neverReadInWords } from '#shared/wording/loaded.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { useCapabilities, useContextStore, useMeasure } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { unreadableInWords } from '../../entries/read-only.ts';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import text from '../../ui/long-text.module.css';
import { LongText } from '../../ui/long-text.tsx';
import { Strip } from '../../ui/strip.tsx';
import { DrawnText, VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords, shareInWords, tokensInWords } from '../../wording/counts.ts';
import { sectionLabels } from '../../wording/names.ts';
import styles from './assistant-page.module.css';
import { showTab } from './assistant-store.ts';
import { ReadAgain } from './read-again.tsx';
import { isWorthAWarning, skippedInWords } from './source-words.ts';
import { lineRows, type ProseRow, proseOf, type TextRow } from './text-lines.ts';

export function AssistantTextView({ workspace }: Readonly<{ workspace: string }>) {
  return (
    <ReadAgain
      workspace={workspace}
      ask={() => readWholeStart({ call }, workspace)}
      label="Reading what your assistant reads"
      failed="It can’t be shown"
    >
      {(whole) => <StartText whole={whole} />}
    </ReadAgain>
  );
}

function StartText({ whole }: Readonly<{ whole: WholeStart }>) {
  const { tokens, parts, text, skipped, listProblem } = whole;
  const { name } = useMeasure();
  const isExact = useApp(({ preferences }) => preferences.exactText ?? false);
  const { dates = true } = useCapabilities() ?? {};
  // A limit that is far off, beside the gauge, would only raise the question which of the two counts.
  const isNearLimit = tokens.total > tokens.limit * 0.8;
  const files = parts.filter(({ kind }) => kind === 'file').length;
  return (
    <>
      <div className="toolbar line ends tabular">
        <div className="main-part pretty">
          <p>
            {name === 'count' ? '' : 'About '}
            <strong>{isNearLimit ? countInWords(tokens.total) : tokensInWords(tokens.total)}</strong>
            {isNearLimit && ` of ${tokensInWords(tokens.limit)}`}
            {files > 0 && `: ${counted(files, 'file', 'files')} and the memory`}
          </p>
          <p className="count pretty breaks">Connected assistants read this when they start.</p>
          <Disclosure className="count pretty breaks" summary="How it is counted">
            At most {tokensInWords(tokens.limit)} in all, as set in Settings; an app may hand on less.
            {dates && ' The bar at the top also counts dates and brackets, which assistants don’t read.'}
          </Disclosure>
        </div>
        <div className="row">
          <Button onClick={() => void writePreferences({ exactText: !isExact })}>
            {isExact ? 'Show as sentences' : 'Show the exact text'}
          </Button>
          <Button onClick={() => copyText(text, 'Copied, exactly as your assistant reads it.')}>
            <Copy aria-hidden /> Copy all
          </Button>
        </div>
      </div>
      {(skipped.length > 0 || listProblem !== null) && (
        <Strip
          tone={listProblem !== null || skipped.some(isWorthAWarning) ? 'warning' : 'notice'}
          label="Not all files are read"
          actions={<Button onClick={() => showTab('sources')}>Look at the sources</Button>}
        >
          {[...(skipped.length > 0 ? [skippedInWords(skipped)] : []), listProblem].filter(Boolean).join(' ')}
        </Strip>
      )}
      <Unreadable />
      <LeftOut />
      {tokens.total > tokens.limit && (
        <Strip
          tone="danger"
          label="Over the limit"
          actions={
            <>
              <Button onClick={() => showTab('sources')}>Look at the sources</Button>
              <Button onClick={() => go('settings')}>Change the limit</Button>
            </>
          }
        >
          It is {tokensInWords(tokens.total - tokens.limit)} over the limit. What is past it is greyed: your assistant
          gets a line that says so instead.
        </Strip>
      )}
      <Lines key={String(isExact)} whole={whole} isExact={isExact} />
    </>
  );
}

function Unreadable() {
  const why = useContextStore((state) => (state.kind === 'ready' ? unreadableInWords(state.summary) : null));
  return (
    why !== null && (
      <Strip tone="warning" label="The memory can’t be read">
        {why}
      </Strip>
    )
  );
}

/** Part of the memory that is missing here, because its assistant stops reading before it. */
function LeftOut() {
  const summary = useContextStore((state) => (state.kind === 'ready' ? state.summary : null));
  const cutLine = summary?.loaded?.cutLine ?? null;
  if (!summary?.loaded || cutLine === null) {
    return null;
  }
  const { loaded, capabilities, entryCount } = summary;
  const unread = entryCount - loaded.entries;
  return (
    <Strip tone="warning" label="Left out" actions={<Button onClick={() => go('review')}>Look at the entries</Button>}>
      This ends with line {countInWords(cutLine - 1)}: {assistantInWords(capabilities)} stops at{' '}
      {boundsInWords(capabilities.loaded)}, and what follows is left out.
      {unread > 0 && ` ${neverReadInWords(unread)}.`}
    </Strip>
  );
}

function Lines({ whole, isExact }: Readonly<{ whole: WholeStart; isExact: boolean }>) {
  const [folded, setFolded] = useState(true);
  const entries = useContextStore((state) => (state.kind === 'ready' ? state.entries : none));
  const rows = useMemo((): readonly ProseRow[] => {
    const exact = lineRows(whole, folded);
    return isExact ? exact : proseOf(exact, entries, sectionInWords);
  }, [whole, folded, isExact, entries]);
  return (
    <LongText
      label="What your assistant reads"
      rows={rows}
      heightOf={({ kind }) => heights[kind]}
      draw={(row) => (
        <Row row={row} isExact={isExact} total={whole.tokens.total} folded={folded} onFold={() => setFolded(!folded)} />
      )}
    />
  );
}

const none: readonly EntryView[] = [];

/** Estimated heights until the rows are measured. */
const heights: Readonly<Record<ProseRow['kind'], number>> = { part: 44, limit: 32, heading: 36, line: 20, entry: 28 };

const sectionInWords = ({ category, section }: EntryView): string =>
  category === null ? section : sectionLabels[category];

type RowProps = Readonly<{ row: ProseRow; isExact: boolean; total: number; folded: boolean; onFold: () => void }>;

function Row({ row, isExact, total, folded, onFold }: RowProps) {
  switch (row.kind) {
    case 'part':
      return (
        <div className={styles['part']}>
          <h2 className="title breaks">{partInWords(row)}</h2>
          {row.of === 'guidance' && (
            <Button look="link" aria-expanded={!folded} onClick={onFold}>
              {folded ? 'Show it' : 'Hide it'}
            </Button>
          )}
          <span className="count at-end">
            {tokensInWords(row.tokens)} · {shareInWords(row.tokens, total)}
          </span>
        </div>
      );
    case 'limit':
      return <p className="divider inset">The limit is reached here. Your assistant doesn’t get what follows.</p>;
    case 'heading':
      return <VisibleText as="h3" className={text['heading']} dir="auto" text={row.title} />;
    case 'entry':
      return (
        <p className={text['said']} data-past={row.past || undefined} dir="auto">
          <EntryText entry={row.entry} />
        </p>
      );
    case 'line':
      return (
        <p className={isExact ? styles['line'] : text['said']} data-past={row.past || undefined} dir="auto">
          {isExact ? <VisibleText text={row.text} /> : <DrawnText text={row.text} />}
        </p>
      );
  }
}

function partInWords({ of, name }: Extract<TextRow, { kind: 'part' }>): string {
  return { file: name, guidance: 'What the memory is for', context: 'The memory' }[of];
}
