import { type ReactNode, useEffect, useMemo } from 'react';
import { showMemorySearch } from '../../jumps.ts';
import { moveCursor, showAllIf, showDetails, useListCommands } from '../../list/list-commands.ts';
import { awaitField, useCommands, useSearchField } from '../../services/commands/use-commands.ts';
import { useSaved } from '../../services/saved-conversations.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Unread } from '../../ui/unread.tsx';
import type { PageProps } from '../../view.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { ConversationInspector } from './conversation-details.tsx';
import { ConversationList, isConversationStop, readHit, readOn } from './conversation-list.tsx';
import { NothingToList, PlacesDialog, WaitingPlaces } from './conversation-places.tsx';
import { IndexState, SearchNotes, SearchState, useConversationSearch } from './conversation-search.tsx';
import {
  type ConversationRow,
  filterConversations,
  layOutConversations,
  layOutSearchResults,
  projectsOf,
} from './conversations-layout.ts';
import {
  narrowConversations,
  readConversation,
  showAllConversations,
  useConversations,
} from './conversations-store.ts';
import { Reader } from './reader/reader.tsx';
import { SavedDialog } from './saved-dialog.tsx';
import { type ListedConversations, reloadConversations, useConversationList } from './use-conversations.ts';

export function ConversationsPage({ workspace }: PageProps) {
  const list = useConversationList();
  const saving = useSaved();
  const reading = useConversations((state) => state.reading);
  const placesOpen = useConversations((state) => state.placesOpen);
  const savedOpen = useConversations((state) => state.savedOpen);
  return (
    <>
      {reading === null ? (
        <ConversationsPane list={list} />
      ) : (
        <Reader
          key={reading.conversation.id}
          workspace={workspace}
          conversation={reading.conversation}
          at={reading.at}
          find={reading.find}
        />
      )}
      {savedOpen && saving !== null && (
        <SavedDialog saving={saving} places={list.kind === 'ready' ? list.places : []} />
      )}
      {placesOpen && list.kind === 'ready' && <PlacesDialog places={list.places} />}
    </>
  );
}

type Ready = Extract<ListedConversations, { kind: 'ready' }>;

function ConversationsPane({ list }: Readonly<{ list: ListedConversations }>) {
  useSearchAhead(list.kind === 'loading');
  const waiting = list.kind === 'ready' ? list.places.filter(({ state }) => state === 'waiting') : [];
  if (list.kind === 'ready' && list.total > 0) {
    return (
      <LoadedConversations list={list}>{waiting.length > 0 && <WaitingPlaces places={waiting} />}</LoadedConversations>
    );
  }
  return (
    <div className="pane">
      <h1 className="visually-hidden">Conversations</h1>
      <div className="scroller">
        {list.kind !== 'ready' ? (
          <Unread
            label="Looking for conversations"
            failed="Conversations can’t be listed"
            problem={list.kind === 'failed' ? list.problem : null}
            onRetry={reloadConversations}
          />
        ) : waiting.length > 0 ? (
          <WaitingPlaces places={waiting} />
        ) : (
          <NothingToList places={list.places} />
        )}
      </div>
    </div>
  );
}

/** Search may be requested before the list is there: text typed until then goes to the field once it appears. */
function useSearchAhead(isLoading: boolean): void {
  useCommands((command) => {
    const isAsked = isLoading && command === 'search';
    if (isAsked) {
      awaitField();
      useConversations.setState({ searchAsked: true });
    }
    return isAsked;
  });
}

/** @param children content above the list */
function LoadedConversations({ list, children }: Readonly<{ list: Ready; children: ReactNode }>) {
  const { conversations, total } = list;
  const { query, assistant, project, cursor, match } = useConversations();
  const searchField = useSearchField();
  const text = query.trim();
  const search = useConversationSearch(text, match, { assistant, project });
  const isFound = text !== '';
  const titleMatches = useMemo(
    () => filterConversations(conversations, { query, assistant, project }),
    [conversations, query, assistant, project],
  );
  const rows = useMemo(
    () =>
      isFound ? layOutSearchResults(search.found, titleMatches, conversations) : layOutConversations(titleMatches),
    [isFound, search.found, titleMatches, conversations],
  );
  const count = rows.filter(({ kind }) => kind === 'conversation').length;
  const isNarrowed = isFound || assistant !== null || project !== null;
  useConversationKeys(rows);
  useEffect(() => {
    if (useConversations.getState().searchAsked) {
      useConversations.setState({ searchAsked: false });
      searchField.current?.focus();
    }
  }, [searchField]);
  const savedCount = useSaved()?.kept.length ?? 0;
  const current = rows.find(({ key }) => key === cursor);
  return (
    <>
      <div className="pane">
        <h1 className="visually-hidden">Conversations</h1>
        <div className="stack-2 toolbar">
          <SearchField
            ref={searchField}
            label="Search what was said"
            value={query}
            onChange={(next) => narrowConversations({ query: next, match: 'words' })}
            result={
              isFound && search.isSearching
                ? 'searching…'
                : isNarrowed
                  ? `${count === 0 ? 'no results' : counted(count, 'conversation', 'conversations')}`
                  : null
            }
            onDown={() => moveCursor(useConversations, rows.filter(isConversationStop), 'first')}
          />
          <div className="filters">
            <ConversationFilters list={list} />
            <p className="count at-end">
              {!isNarrowed && `${counted(total, 'conversation', 'conversations')} · `}
              {savedCount > 0 && (
                <>
                  <Button look="link" onClick={() => useConversations.setState({ savedOpen: true })}>
                    {countInWords(savedCount)} saved
                  </Button>{' '}
                  ·{' '}
                </>
              )}
              <Button look="link" onClick={() => useConversations.setState({ placesOpen: true })}>
                Where conversations are read
              </Button>
            </p>
          </div>
        </div>
        {children}
        {rows.length > 0 ? (
          <ConversationList key={String(isFound)} rows={rows} isFound={isFound}>
            {isFound && <SearchNotes search={search} />}
          </ConversationList>
        ) : (
          <div className="scroller">
            {conversations.length === total && !search.isSearching && <NoResults />}
            {isFound && <SearchNotes search={search} />}
          </div>
        )}
        {isFound && <SearchState search={search} />}
        {conversations.length < total && (
          <ProgressLine label="Reading titles" progress={{ done: conversations.length, total }} />
        )}
        <IndexState />
      </div>
      <ConversationInspector conversation={current && current.kind !== 'day' ? current.conversation : undefined} />
    </>
  );
}

function NoResults() {
  const query = useConversations((state) => state.query.trim());
  return (
    <EmptyState
      title="No results"
      action={
        <div className="wrap-close">
          <Button onClick={showAllConversations}>Show all</Button>
          {query !== '' && <Button onClick={() => showMemorySearch(query)}>Search all memories</Button>}
        </div>
      }
    >
      No conversation that is read has that.
    </EmptyState>
  );
}

const all = '';

function ConversationFilters({ list: { conversations } }: Readonly<{ list: Ready }>) {
  const { assistant, project } = useConversations();
  const assistants = [...new Set(conversations.map((conversation) => conversation.assistant))].sort();
  const ofAssistant = useMemo(
    () => projectsOf(filterConversations(conversations, { query: '', assistant, project: null })),
    [conversations, assistant],
  );
  return (
    <div className="wrap-close narrowing">
      {(assistants.length > 1 || assistant !== null) && (
        <Select
          aria-label="Assistant"
          look="quiet"
          value={assistant ?? all}
          options={[
            { value: all, label: 'All assistants' },
            ...assistants.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(next) => narrowConversations({ assistant: next === all ? null : next, project: null })}
        />
      )}
      {(ofAssistant.length > 1 || project !== null) && (
        <Select
          aria-label="Project"
          look="quiet"
          value={project ?? all}
          options={[{ value: all, label: 'All projects' }, ...ofAssistant]}
          onChange={(next) => narrowConversations({ project: next === all ? null : next })}
        />
      )}
    </div>
  );
}

function useConversationKeys(rows: readonly ConversationRow[]): void {
  useListCommands({
    store: useConversations,
    stops: rows.filter(isConversationStop),
    work: (current) => ({
      edit: () => {
        if (current?.kind === 'hit') {
          readHit(current.conversation, current.hit, current.key);
        } else if (current?.kind === 'more') {
          readOn(current);
        } else if (current?.kind === 'conversation') {
          readConversation(current.conversation);
        }
      },
      details: () => showDetails(useConversations, current !== undefined),
    }),
    clear: () => {
      const { query, assistant, project } = useConversations.getState();
      return showAllIf(query !== '' || assistant !== null || project !== null, showAllConversations);
    },
  });
}
