import type { Result } from '#shared/contract/contract.ts';
import type { DigestItem } from '#shared/contract/features/digest.ts';
import { type DigestKind, digestKindHints, digestKindNames, digestKinds } from '#shared/digest/digest-kinds.ts';
import { memoryName } from '#shared/wording/memory-names.ts';
import { openWorkspaceAt, useApp, workspaceNow } from '../../api/app-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { showEntryOf } from '../../entries/show-entry.ts';
import { searchInArchive, showVersion } from '../../jumps.ts';
import { attempt } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { WordChanges } from '../../ui/word-changes.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { dayInWords } from '../../wording/dates.ts';
import { showKind, useWeek } from './week-store.ts';

type Digest = Result<'digest.read'>;

type WeekListsProps = Readonly<{
  digest: Digest;
  /** Path of the memory that is open. */
  open: string;
}>;

/** Latest entries of each kind, or all of one. */
export function WeekLists({ digest, open }: WeekListsProps) {
  const only = useWeek((state) => state.kind);
  return digestKinds
    .filter((kind) => digest.counts[kind] > 0 && (only === null || kind === only))
    .map((kind) => <KindList key={kind} kind={kind} digest={digest} open={open} />);
}

function KindList({ kind, digest, open }: WeekListsProps & Readonly<{ kind: DigestKind }>) {
  const items = digest.items.filter((item) => item.kind === kind);
  const count = digest.counts[kind];
  const more = count - items.length;
  const isAlone = useWeek((state) => state.kind === kind);
  const names = new Map(digest.memories.map((memory) => [memory.path, memoryName(memory)]));
  /** Rows have no state, and the same may have happened twice, so the index identifies a row. */
  const row = (item: DigestItem, at: number) => (
    <WeekItem key={at} item={item} memory={names.size > 1 ? (names.get(item.memory) ?? null) : null} open={open} />
  );
  return (
    <section className="stack-2" aria-labelledby={`week-${kind}`}>
      <div>
        <h2 id={`week-${kind}`} className="title">
          {digestKindNames[kind]} <span className="count">{countInWords(count)}</span>
        </h2>
        <p className="detail">{digestKindHints[kind]}</p>
      </div>
      <ul className="panel divided">{items.map(row)}</ul>
      {more > 0 && isAlone && <p className="detail">And {counted(more, 'more', 'more')}.</p>}
      {more > 0 && !isAlone && (
        <div>
          <Button look="link" onClick={() => showKind(kind)}>
            {countInWords(more)} more
          </Button>
        </div>
      )}
    </section>
  );
}

type WeekItemProps = Readonly<{ item: DigestItem; memory: string | null; open: string }>;

function WeekItem({ item, memory, open }: WeekItemProps) {
  const today = useApp((state) => state.today);
  const { entry, before, day } = item;
  return (
    <li className="row">
      <button
        type="button"
        className="words ends pressable focus-inside grow roomy"
        onClick={() => attempt(showItem(item, open), 'It could not be shown')}
      >
        <span className="grow two-lines breaks" dir="auto">
          <EntryText
            entry={entry}
            drawn={before === null ? undefined : <WordChanges before={before.value} after={entry.value} />}
          />
        </span>
        <span className="detail keeps-width">
          {memory !== null && (
            <>
              <VisibleText text={memory} />
              {' · '}
            </>
          )}
          {dayInWords(day, today)}
        </span>
      </button>
    </li>
  );
}

/** Shows where it happened: in the archive, in the history, or, if only its date tells, in Review. */
async function showItem({ kind, memory, position, entry }: DigestItem, open: string): Promise<void> {
  if (position === null) {
    return showEntryOf(memory, (entries) => entries.find((one) => one.key === entry.key && one.value === entry.value));
  }
  const before = workspaceNow()?.id;
  if (memory !== open) {
    await openWorkspaceAt(memory, kind === 'archived' ? 'archive' : 'history');
    if (workspaceNow()?.id === before) {
      return;
    }
  }
  if (kind === 'archived') {
    searchInArchive(entry.key ?? firstWords(entry.value));
  } else {
    showVersion(position);
  }
}

/** Enough words to find an entry by. */
const firstWords = (value: string): string => value.replace(/…$/, '').split(/\s+/, 6).join(' ');
