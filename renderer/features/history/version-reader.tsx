import { useMemo } from 'react';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatById, limitOf, ownMemory } from '#shared/formats/formats.ts';
import { useAsked } from '../../api/answers.ts';
import { useContextStore } from '../../api/context-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { readText } from '../../memory-text/read-text.ts';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import text from '../../ui/long-text.module.css';
import { LongText } from '../../ui/long-text.tsx';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { askToRestore, backToHistory } from './history-store.ts';
import { changeTitle, isFirstRead } from './history-words.ts';
import { rowsOfVersion, type VersionRow } from './version-rows.ts';

type VersionReaderProps = Readonly<{ workspace: Workspace; version: HistoryVersion }>;

export function VersionReader({ workspace, version }: VersionReaderProps) {
  const format = useFormat();
  const { answer, problem } = useAsked(JSON.stringify([workspace.id, version.version]), () =>
    readText(workspace.id, version.version),
  );
  const rows = useMemo(() => answer && rowsOfVersion(format.read(answer.text)), [answer, format]);
  useCommands((command) => runFirst(command, { escape: backToHistory }));
  return (
    <section className="pane" aria-label="The memory as it was">
      <ReaderHead
        title={`Your memory on ${momentInWords(version.at)}`}
        detail={[
          isFirstRead(version) ? null : `After: ${changeTitle(version)}`,
          rows && entriesInWords(rows.filter(({ kind }) => kind === 'entry').length),
        ]}
        onBack={backToHistory}
      >
        {workspace.writable && <Button onClick={() => askToRestore(version)}>Restore this version…</Button>}
      </ReaderHead>
      {problem && (
        <div className="padded">
          <FieldProblem>
            {problem.code === 'version_unknown'
              ? 'This version is damaged, missing or deleted, so it can’t be read.'
              : problem.message}
          </FieldProblem>
        </div>
      )}
      {rows === null && problem === null && <Skeleton label="Reading the version" />}
      {rows?.length === 0 && <p className="padded">There was nothing in it.</p>}
      {rows !== null && rows.length > 0 && (
        <LongText label="What it said" rows={rows} heightOf={({ kind }) => heights[kind]} draw={draw} />
      )}
    </section>
  );
}

/** Estimated heights until the rows are measured. */
const heights: Readonly<Record<VersionRow['kind'], number>> = { heading: 36, entry: 28, line: 28 };

function draw(row: VersionRow) {
  switch (row.kind) {
    case 'heading':
      return (
        <h2 className={text['heading']} dir="auto">
          <VisibleText text={row.title} />
        </h2>
      );
    case 'entry':
      return (
        <p className={text['said']} dir="auto">
          <EntryText entry={row.entry} />
        </p>
      );
    case 'line':
      return (
        <p className={text['said']} dir="auto">
          <VisibleText text={row.text} />
        </p>
      );
  }
}

function useFormat(): MemoryFormat {
  const summary = useContextStore((context) => (context.kind === 'ready' ? context.summary : null));
  const { format, path, capabilities } = summary ?? {};
  const limit = capabilities && limitOf(capabilities);
  return useMemo(
    () => (format !== undefined && path !== undefined ? formatById(format, path, limit) : ownMemory.format),
    [format, path, limit],
  );
}
