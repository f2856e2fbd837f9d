import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { readStorageText } from '#shared/contract/reading/texts.ts';
import { editsWithout } from '#shared/formats/workflow/json-text.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { useAsked, useTurns } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { loadedPart } from '../../../api/loaded-part.tsx';
import { Inspector } from '../../../list/inspector.tsx';
import { showDetails } from '../../../list/list-commands.ts';
import { runFirst, useCommands, useSearchField } from '../../../services/commands/use-commands.ts';
import { copyText } from '../../../services/copy-text.ts';
import { attempt } from '../../../services/notices.ts';
import { tellDone, undoCommand } from '../../../services/undo.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChipChoice } from '../../../ui/chip.tsx';
import { ClampedText } from '../../../ui/clamped-text.tsx';
import { Actions, Details, FactList } from '../../../ui/details.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReaderHead } from '../../../ui/reader-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Unread } from '../../../ui/unread.tsx';
import { roomForInspector, useMedia } from '../../../ui/use-media.ts';
import { inWords, type TreeRow } from '../../../ui/value-tree/tree-rows.ts';
import { useValueTree } from '../../../ui/value-tree/use-value-tree.ts';
import { LongValueTree } from '../../../ui/value-tree/value-tree.tsx';
import { ValueText, VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import { StorageFacts, StorageFile, storageActions, ValueParts, WorkOfStorage } from '../storage-inspector.tsx';
import { knownAgents } from '../storage-list.ts';
import { askToRemove, backToStorages, markStoragesSeen, mayBeRemoved, useStorages } from '../storage-store.ts';
import { fileInWords, nameInWords, titleInWords } from '../storage-words.ts';
import { SinceSeen, useSinceSeen } from './since-seen.tsx';

const TextOfStorage = loadedPart(
  () => import('./text-of-storage.tsx'),
  'TextOfStorage',
  <Skeleton label="Loading the editor" />,
);

const waysToShow = { tree: 'Tree', text: 'Text' };

type ReaderProps = Readonly<{
  workspace: string;
  file: string;
  /** Its list item; undefined if it is not listed any more. */
  storage: StorageView | undefined;
  writable: boolean;
}>;

export function StorageReader({ workspace, file, storage, writable }: ReaderProps) {
  const [turn, again] = useTurns(workspace, ['storages.changed']);
  const { answer, problem } = useAsked(JSON.stringify([workspace, file, turn]), () =>
    readStorageText(call, workspace, file),
  );
  const isDamaged = storage?.state === 'damaged';
  const [chosen, setChosen] = useState<'tree' | 'text' | null>(() =>
    useStorages.getState().unsaved.has(file) ? 'text' : null,
  );
  const isWide = useMedia(roomForInspector);
  const shown = chosen ?? (isDamaged ? 'text' : 'tree');
  const tree = useTree(answer?.text ?? null);
  const { changes, onSaved } = useSinceSeen(workspace, file, answer?.version ?? null);
  useCommands(
    (command) =>
      runFirst(command, {
        escape: () =>
          useStorages.getState().sheetOpen ? useStorages.setState({ sheetOpen: false }) : backToStorages(),
        details: () => showDetails(useStorages, true),
        confirm: () => writable && storage && mayBeRemoved(storage) && askToRemove('clear', storage),
        delete: () =>
          writable && storage && mayBeRemoved(storage) && (removeChosen() || askToRemove('remove', storage)),
      }) ||
      (shown === 'tree' && undoCommand(command)),
  );
  /** Remove the chosen part rather than the whole storage. */
  function removeChosen(): boolean {
    if (shown === 'tree' && tree.tree.isLost) {
      // The target is gone: choose the next row first, so that the person sees what would be removed.
      tree.goTo(Math.max(tree.at, 0));
      return true;
    }
    const path = shown === 'tree' ? (tree.chosen?.row.path ?? []) : [];
    if (path.length === 0 || answer === null) {
      return false;
    }
    attempt(removePart(workspace, file, { ...answer, path }));
    return true;
  }
  const title = storage ? titleInWords(storage, knownAgents()) : fileInWords(file, knownAgents());
  return (
    <>
      <div className="pane">
        <ReaderHead title={title} onBack={backToStorages}>
          {!isWide && <Button onClick={() => showDetails(useStorages, true)}>Details</Button>}
          <ChipChoice label="Shown as" value={shown} options={waysToShow} onChoose={setChosen} />
        </ReaderHead>
        {changes !== null && changes.total > 0 && <SinceSeen {...changes} />}
        {answer === null ? (
          <div className="scroller">
            <Unread label="Reading it" failed="It can’t be shown" problem={problem} onRetry={again} />
          </div>
        ) : shown === 'text' ? (
          <TextOfStorage
            workspace={workspace}
            file={file}
            title={title}
            name={storage?.key ?? file}
            now={answer}
            writable={writable}
            onSaved={onSaved}
          />
        ) : answer.text === null ? (
          <div className="scroller">
            <EmptyState title="It is gone" action={<Button onClick={backToStorages}>Back</Button>}>
              An agent or another app removed it. What it said is in the history.
            </EmptyState>
          </div>
        ) : (
          <TreeOfStorage title={title} tree={tree} onText={() => setChosen('text')} />
        )}
      </div>
      <ReaderInspector
        workspace={workspace}
        storage={storage}
        chosen={shown === 'tree' ? tree.chosen : null}
        now={answer}
        writable={writable}
      />
    </>
  );
}

type Tree = ReturnType<typeof useTree>;

function useTree(text: string | null) {
  const [query, setQuery] = useState('');
  const value = useMemo(() => (text === null ? undefined : parseJson(text)), [text]);
  const words = useMemo(() => query.toLowerCase().split(/\s+/).filter(Boolean), [query]);
  const tree = useValueTree(value, { words });
  const { rows, cursor } = tree;
  const hits = useMemo(() => rows.flatMap((row, index) => (row.isFound ? [index] : [])), [rows]);
  const at = rows.findIndex(({ key }) => key === cursor);
  const row = rows[at];
  return {
    tree,
    query,
    words,
    hits,
    at,
    isJson: value !== undefined,
    chosen: row === undefined || tree.isLost ? null : chosenIn(value, row),
    search(next: string): void {
      setQuery(next);
      tree.forget();
    },
    goTo(index: number | undefined): void {
      const to = index === undefined ? undefined : rows[index];
      if (to) {
        tree.goTo(to);
      }
    },
  };
}

function TreeOfStorage({ title, tree, onText }: Readonly<{ title: string; tree: Tree; onText: () => void }>) {
  const searchField = useSearchField();
  const { query, words, hits, at, goTo } = tree;
  const { rows } = tree.tree;
  useCommands((command) =>
    runFirst(command, {
      down: () => goTo(Math.min(at + 1, rows.length - 1)),
      up: () => goTo(Math.max(at - 1, 0)),
      first: () => goTo(0),
      last: () => goTo(rows.length - 1),
    }),
  );
  if (!tree.isJson) {
    return (
      <div className="scroller">
        <EmptyState title="It is damaged" action={<Button onClick={onText}>Show its text</Button>}>
          Its agent can’t read it. Mend its text, or set it aside.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="toolbar wrap-close">
        <SearchField
          ref={searchField}
          label="Find in it"
          value={query}
          onChange={tree.search}
          result={
            words.length === 0 ? null : hits.length === 0 ? 'no results' : counted(hits.length, 'match', 'matches')
          }
          onDown={() => goTo(words.length === 0 ? Math.max(at, 0) : hits[0])}
        />
        {words.length > 0 && hits.length > 0 && (
          <>
            <IconButton name="Previous" onClick={() => goTo(hits.findLast((hit) => hit < at) ?? hits.at(-1))}>
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton name="Next" onClick={() => goTo(hits.find((hit) => hit > at) ?? hits[0])}>
              <ArrowDown aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <LongValueTree label={title} tree={tree.tree} found={words} />
    </>
  );
}

/** A row with its value and full content: a text unchanged, anything else as JSON. */
function chosenIn(whole: unknown, row: TreeRow) {
  let value: unknown = whole;
  for (const name of row.path) {
    value = (value as Readonly<Record<string | number, unknown>>)[name];
  }
  return { row, value, whole: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}

type InspectorProps = Readonly<{
  workspace: string;
  storage: StorageView | undefined;
  chosen: Tree['chosen'];
  now: Awaited<ReturnType<typeof readStorageText>> | null;
  writable: boolean;
}>;

/** Name of a row of the tree: a list item has no name of its own. */
const nameOfRow = ({ name, path }: TreeRow): string =>
  typeof path.at(-1) === 'number' ? `Item ${name}` : (name ?? '');
const quotedName = (row: TreeRow): string =>
  typeof row.path.at(-1) === 'number' ? `item ${row.name}` : `“${row.name}”`;

function ReaderInspector({ workspace, storage, chosen, now, writable }: InspectorProps) {
  const sheetOpen = useStorages((state) => state.sheetOpen);
  const part = chosen !== null && chosen.row.path.length > 0 ? chosen : null;
  return (
    <Inspector
      label="Stored data"
      sheetOpen={sheetOpen}
      onCloseSheet={() => useStorages.setState({ sheetOpen: false })}
    >
      <Details title={part ? nameOfRow(part.row) : storage ? nameInWords(storage) : 'Stored data'}>
        {part && (
          <>
            {part.row.type === 'object' || part.row.type === 'list' ? (
              <ValueParts value={part.value} />
            ) : (
              <div dir="auto" className="breaks">
                <ClampedText lines={12}>
                  <ValueText value={part.whole} />
                </ClampedText>
              </div>
            )}
            {part.row.path.length > 1 && (
              <FactList
                facts={[{ label: 'In', mono: true, value: part.row.path.slice(0, -1).map(inWords).join(' › ') }]}
              />
            )}
            <div className="wrap-close">
              <Button onClick={() => copyText(part.whole, 'Copied.')}>Copy</Button>
              {storage && writable && mayBeRemoved(storage) && now?.text != null && now.version !== null && (
                <Button
                  look="danger"
                  onClick={() => attempt(removePart(workspace, storage.file, { ...now, path: part.row.path }))}
                >
                  <VisibleText text={`Remove ${quotedName(part.row)}`} />
                </Button>
              )}
            </div>
            {storage && (
              <h3 className="title" dir="auto">
                All of “<VisibleText text={nameInWords(storage)} />”
              </h3>
            )}
          </>
        )}
        {storage && <StorageFacts storage={storage} />}
        {storage && writable && (
          <div className="wrap-close">
            <Actions actions={storageActions(workspace, storage)} />
          </div>
        )}
        {storage && <WorkOfStorage workspace={workspace} storage={storage} />}
        {storage && <StorageFile storage={storage} />}
      </Details>
    </Inspector>
  );
}

type Part = Readonly<{ text: string | null; version: string | null; path: TreeRow['path'] }>;

/** Removes one value from a storage, and leaves the rest as written. */
async function removePart(workspace: string, file: string, { text, version, path }: Part): Promise<void> {
  if (text !== null && version !== null) {
    const edits = editsWithout(text, path);
    const done = await call('storages.edit', { workspace, file, version, edits });
    tellDone(workspace, done);
    await markStoragesSeen(workspace, [file]);
  }
}
