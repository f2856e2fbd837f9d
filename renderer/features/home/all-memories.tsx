import { Info, NotebookText, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useId, useRef } from 'react';
import type { Memory } from '#shared/contract/features/memories.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { namesWithMemories } from '#shared/programs/program-ids.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { readAsInWords } from '#shared/wording/formats.ts';
import { foundInWords, groupName, memoryKind, needInWords, sizeInWords } from '#shared/wording/memories.ts';
import { memoryName, memoryTitle } from '#shared/wording/memory-names.ts';
import { useApp } from '../../api/app-store.ts';
import type { Problem } from '../../api/connection.ts';
import { runFirst, useCommands, useSearchField } from '../../services/commands/use-commands.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import styles from './all-memories.module.css';
import { FoundEntries } from './found-entries.tsx';
import { filterMemories, isForgettable, readMemories, useMemoryList, useMemorySearch } from './memory-list.ts';

type AllMemoriesProps = Readonly<{
  /** Paths of memories whose needs a card above shows. */
  shownAbove?: ReadonlySet<string> | undefined;
  /** True if one is open already, which may be none of them. */
  others: boolean;
  /** Runs an action that opens something, and reports a failure on the page. */
  attempt: (work: Promise<void>, path: string) => void;
  onOpen: (memory: Memory) => void;
  onForget: (memory: Memory) => void;
}>;

export function AllMemories({ shownAbove, others, attempt, onOpen, onForget }: AllMemoriesProps) {
  const { memories, isWhole, problem, query, onlyNeedy } = useMemoryList();
  const search = useMemorySearch(query.trim());
  const field = useSearchField();
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  if (memories === null) {
    return problem === null ? <Skeleton label="Looking for memories" lines={1} /> : <NotListed problem={problem} />;
  }
  const isEmpty = isWhole && memories.length === 0;
  const needy = memories.filter(({ needs }) => needs.length > 0);
  const isNarrowed = onlyNeedy && needy.length > 0;
  return (
    <>
      {isEmpty ? (
        <NoMemories others={others} />
      ) : (
        <SearchField
          ref={field}
          label="Search all memories"
          value={query}
          onChange={filterMemories}
          result={
            search.text === null ? null : foundInWords(search.found, search.isSearching || search.loadMore !== null)
          }
          onDown={() => rowsIn(rows)[0]?.focus()}
        />
      )}
      {problem && <NotListed problem={problem} />}
      <div ref={rows} className="stack-6 hides-empty">
        {query.trim() === '' ? (
          <>
            {needy.length > 0 && memories.length > 1 && (
              <div>
                <Chip
                  count={needy.length}
                  pressed={isNarrowed}
                  onPress={() => useMemoryList.setState({ onlyNeedy: !isNarrowed })}
                >
                  Those that need attention
                </Chip>
              </div>
            )}
            {grouped(isNarrowed ? needy : memories, ({ assistant }) => assistant).map((group) => (
              <MemoryGroup
                key={group[0].assistant}
                memories={group}
                shownAbove={isNarrowed ? undefined : shownAbove}
                onOpen={onOpen}
                onForget={onForget}
              />
            ))}
          </>
        ) : (
          <FoundEntries search={search} attempt={attempt} />
        )}
      </div>
    </>
  );
}

function NoMemories({ others }: Readonly<{ others: boolean }>) {
  return (
    <div className="stack-1 quiet">
      <p>{others ? 'No other memories found' : 'No memories found'}</p>
      <Disclosure className="detail" summary="Where we looked">
        <p>
          Where {namesWithMemories.slice(0, -1).join(', ')} and {namesWithMemories.at(-1)} keep their memories, and what
          you opened before.
        </p>
      </Disclosure>
    </div>
  );
}

function NotListed({ problem }: Readonly<{ problem: Problem }>) {
  return (
    <div className="stack-2">
      <FieldProblem>{problem.message}</FieldProblem>
      <div>
        <Button onClick={() => void readMemories()}>Try again</Button>
      </div>
    </div>
  );
}

type MemoryGroupProps = Readonly<
  { memories: readonly [Memory, ...Memory[]] } & Omit<AllMemoriesProps, 'attempt' | 'others'>
>;

function MemoryGroup({ memories, shownAbove, onOpen, onForget }: MemoryGroupProps) {
  const id = useId();
  return (
    <section className="stack-2" aria-labelledby={id}>
      <h2 id={id} className="label quiet">
        {groupName(memories[0].assistant)}
      </h2>
      <ul className="panel divided">
        {memories.map((memory) => (
          <MemoryRow
            key={memory.path}
            memory={memory}
            isShownAbove={shownAbove?.has(memory.path) ?? false}
            showsPath={memories.some((one) => one !== memory && memoryName(one) === memoryName(memory))}
            onOpen={onOpen}
            onForget={onForget}
          />
        ))}
      </ul>
    </section>
  );
}

type MemoryRowProps = Readonly<{
  memory: Memory;
  /** True if only its path tells it from another. */
  showsPath: boolean;
  isShownAbove: boolean;
}> &
  Omit<AllMemoriesProps, 'attempt' | 'others' | 'shownAbove'>;

function MemoryRow({ memory, showsPath, isShownAbove, onOpen, onForget }: MemoryRowProps) {
  const today = useApp((state) => state.today);
  const { path, modifiedAt, fill, needs } = memory;
  const isGuess = memory.project?.isGuess === true;
  const kind = isGuess ? memory.kind : memoryKind(memory);
  const size = sizeInWords(memory);
  const form = readAsInWords(memory);
  return (
    <li className={styles['item']}>
      <button type="button" className={styles['open']} data-row title={path} onClick={() => onOpen(memory)}>
        <NotebookText aria-hidden />
        <span className="stack">
          <span className="words ends">
            <span className="strong breaks">
              <VisibleText text={memoryTitle(memory)} />
              {kind !== null && <span className="detail then">{kind}</span>}
              {isGuess && <span className="tag then">Folder missing</span>}
            </span>
            <span className="count words">
              {form !== null && <span>{form}</span>}
              {size !== null && <span>{size}</span>}
              {fill !== null && !needs.includes('over_limit') && <span>{fillInWords(fill)}</span>}
              {modifiedAt !== null && (
                <span title={momentInWords(modifiedAt)}>changed {ageInWords(dayOfMoment(modifiedAt), today)}</span>
              )}
            </span>
          </span>
          {(showsPath || memory.assistant === null) && <VisibleText as="span" className="code ellipsis" text={path} />}
          {needs
            .filter((need) => !isShownAbove || need === 'news' || need === 'unreadable')
            .map((need) => (
              <span key={need} className={styles['need']} data-need={need}>
                {need === 'news' ? <Info aria-hidden /> : <TriangleAlert aria-hidden />}
                <VisibleText text={needInWords(need, memory)} />
              </span>
            ))}
        </span>
      </button>
      {isForgettable(memory) && (
        <IconButton name={`Remove ${memoryTitle(memory)} from this list`} onClick={() => onForget(memory)}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

const rowsIn = (rows: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(rows.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

function useRowKeys(rows: RefObject<HTMLElement | null>): void {
  useCommands((command) => {
    const all = rowsIn(rows);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const goTo = (index: number): void => {
      const row = all[Math.min(Math.max(index, 0), all.length - 1)];
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    };
    return runFirst(command, {
      down: () => goTo(at + 1),
      up: () => goTo(at - 1),
      first: () => goTo(0),
      last: () => goTo(all.length - 1),
    });
  });
}
