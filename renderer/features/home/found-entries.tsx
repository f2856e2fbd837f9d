import { useId } from 'react';
import type { FoundEntry } from '#shared/contract/features/memories.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { foldedForSearch, searchWords } from '#shared/entries/search.ts';
import { groupName } from '#shared/wording/memories.ts';
import { memoryTitle } from '#shared/wording/memory-names.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { DidYouMean } from '../../entries/did-you-mean.tsx';
import { EntryText } from '../../entries/entry-text.tsx';
import { openFound } from '../../entries/show-entry.ts';
import { showConversationSearch } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useOverdue } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import type { MemorySearch } from './memory-list.ts';
import { filterMemories } from './memory-list.ts';

type FoundEntriesProps = Readonly<{
  search: MemorySearch;
  attempt: (work: Promise<void>, path: string) => void;
}>;

export function FoundEntries({ search, attempt }: FoundEntriesProps) {
  const { found, isSearching, loadMore, searched, unread, problem, text } = search;
  return (
    <>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {grouped(found, ({ memory }) => memory.path).map((group) => (
        <FoundInMemory key={group[0].memory.path} found={group} words={searchWords(text ?? '')} attempt={attempt} />
      ))}
      {!isSearching && text !== null && found.length === 0 && problem === null && (
        <>
          <p className="quiet">No memory has all of these words.</p>
          <DidYouMean query={text} texts={textsLike} onChoose={filterMemories} />
        </>
      )}
      {isSearching && searched.total > 0 && <Searching done={searched.done} total={searched.total} />}
      {loadMore && (
        <div>
          <Button onClick={loadMore}>Show more</Button>
        </div>
      )}
      {!isSearching && text !== null && found.length <= few && problem === null && (
        <SearchScope query={text} isAny={found.length > 0} />
      )}
      {unread.length > 0 && (
        <Disclosure
          className="detail breaks"
          summary={<>{counted(unread.length, 'memory', 'memories')} could not be searched</>}
        >
          <ul>
            {unread.map(({ path, problem }) => (
              <li key={path}>
                <VisibleText text={path} />: <VisibleText text={problem} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

const shortest = 4;

/** Texts of memories that contain half of a word, as far as one search goes: a misspelt word has one half right. */
async function textsLike(query: string): Promise<readonly string[]> {
  const words = searchWords(query).filter((word) => word.length >= shortest);
  const halves = words.flatMap((word) => {
    const middle = Math.ceil(word.length / 2);
    return [word.slice(0, middle), word.slice(middle)];
  });
  const answers = await Promise.all(halves.map((text) => call('memories.search', { text, limit: 200 })));
  return answers.flatMap(({ found }) => found.map(({ key, value }) => foldedForSearch(`${key ?? ''} ${value}`)));
}

/** Most results after which the person may have been looking for something else. */
const few = 3;

function SearchScope({ query, isAny }: Readonly<{ query: string; isAny: boolean }>) {
  // Without an open memory, there is no way to other views.
  const leadsOn = useApp(({ stage }) => stage.kind === 'open');
  return (
    <p className="detail">
      Search looks for words, not meanings.{!isAny && ' Try another word.'} Archives and conversations have a search of
      their own.
      {leadsOn && (
        <>
          {' '}
          <Button look="link" onClick={() => showConversationSearch(query)}>
            Search conversations
          </Button>
        </>
      )}
    </p>
  );
}

/** Shown only once it takes long enough to be worth mentioning. */
function Searching(progress: Readonly<{ done: number; total: number }>) {
  const overdue = useOverdue(300);
  return overdue ? <ProgressLine label="Searching" progress={progress} /> : null;
}

type FoundInMemoryProps = Readonly<
  { found: readonly [FoundEntry, ...FoundEntry[]]; words: readonly string[] } & Pick<FoundEntriesProps, 'attempt'>
>;

function FoundInMemory({ found, words, attempt }: FoundInMemoryProps) {
  const id = useId();
  const { memory } = found[0];
  return (
    <section className="stack-2" aria-labelledby={id}>
      <h2 id={id} className="label quiet breaks" title={memory.path}>
        <VisibleText text={memoryTitle(memory)} />
        <span className="detail then">{groupName(memory.assistant)}</span>
      </h2>
      <ul className="panel divided">
        {found.map((entry) => (
          <li key={`${entry.file} ${entry.index ?? entry.value}`} className="row">
            <button
              type="button"
              className="words ends pressable focus-inside grow roomy"
              data-row
              onClick={() => attempt(openFound(entry), entry.file)}
            >
              <span className="main-part two-lines" dir="auto">
                <EntryText entry={{ key: entry.key, value: entry.value }} found={words} />
              </span>
              {isBeside(entry) && (
                <VisibleText as="span" className="code ellipsis" title={entry.file} text={besideInWords(entry.file)} />
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Name of such a file, without its folders; for a daily note, the day. */
function besideInWords(file: string): string {
  const name = file.replace(/^.*[/\\]/, '');
  const day = /^(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1];
  return day === undefined ? name : dateInWords(day);
}

/** True for a match in another file of its memory: a topic, a daily note. A workspace's path is its folder. */
const isBeside = ({ file, memory }: FoundEntry): boolean => file !== memory.path && !file.startsWith(memory.path);
