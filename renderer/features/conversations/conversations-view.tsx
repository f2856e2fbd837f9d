import { type ReactNode, useMemo, useRef } from 'react';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Unread } from '../../ui/unread.tsx';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { counted } from '../../wording/counts.ts';
import { ConversationInspector } from './conversation-inspector.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NothingToList, PlacesDialog, WaitingPlaces } from './conversation-places.tsx';
import { layOutConversations, narrowed, projectsOf } from './conversations-layout.ts';
import {
  focusConversation,
  narrowConversations,
  readConversation,
  showAllConversations,
  useConversations,
} from './conversations-store.ts';
import styles from './conversations-view.module.css';
import { Reader } from './reader/reader.tsx';
import { type ListedConversations, useConversationList } from './use-conversations.ts';

/** Conversations that assistants keep on this computer, by day, or one of them to be read. */
export function ConversationsPage() {
  const { list, reload } = useConversationList();
  const reading = useConversations((state) => state.reading);
  const placesOpen = useConversations((state) => state.placesOpen);
  return (
    <>
      {reading === null ? (
        <ListView list={list} reload={reload} />
      ) : (
        <Reader key={reading.conversation.id} conversation={reading.conversation} at={reading.at} />
      )}
      {placesOpen && list.kind === 'ready' && <PlacesDialog places={list.places} />}
    </>
  );
}

type Ready = Extract<ListedConversations, { kind: 'ready' }>;

function ListView({ list, reload }: Readonly<{ list: ListedConversations; reload: () => void }>) {
  const cursor = useConversations((state) => state.cursor);
  if (list.kind !== 'ready') {
    return (
      <div className={styles['view']}>
        <h1 className="visually-hidden">Conversations</h1>
        <Unread
          label="Looking for conversations"
          failed="Conversations can’t be listed"
          problem={list.kind === 'failed' ? list.problem : null}
          onRetry={reload}
        />
      </div>
    );
  }
  const waiting = list.places.filter(({ state }) => state === 'waiting');
  const { conversations } = list;
  return (
    <>
      <div className={styles['view']}>
        <h1 className="visually-hidden">Conversations</h1>
        {list.total > 0 ? (
          <Listed list={list}>{waiting.length > 0 && <WaitingPlaces places={waiting} />}</Listed>
        ) : (
          <div className="scroller">
            {waiting.length > 0 ? <WaitingPlaces places={waiting} /> : <NothingToList places={list.places} />}
          </div>
        )}
      </div>
      {list.total > 0 && <ConversationInspector conversation={conversations.find(({ id }) => id === cursor)} />}
    </>
  );
}

/** @param children what stands above the list */
function Listed({ list, children }: Readonly<{ list: Ready; children: ReactNode }>) {
  const { conversations, total } = list;
  const { query, assistant, project } = useConversations();
  const searchField = useRef<HTMLInputElement>(null);
  const shown = useMemo(
    () => narrowed(conversations, { query, assistant, project }),
    [conversations, query, assistant, project],
  );
  const rows = useMemo(() => layOutConversations(shown), [shown]);
  const isNarrowed = query.trim() !== '' || assistant !== null || project !== null;
  useListCommands(shown, () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  return (
    <>
      <div className="stack-2 toolbar">
        <SearchField
          ref={searchField}
          label="Search titles and projects"
          value={query}
          onChange={(next) => narrowConversations({ query: next })}
          result={
            isNarrowed
              ? `${shown.length === 0 ? 'none' : counted(shown.length, 'conversation', 'conversations')}`
              : null
          }
          onDown={() => {
            useConversations.setState({ cursor: shown[0]?.id ?? null });
            focusConversation();
          }}
        />
        <div className={styles['filters']}>
          <Narrowing list={list} />
          <p className={styles['sum']}>
            {counted(total, 'conversation', 'conversations')} ·{' '}
            <Button look="link" onClick={() => useConversations.setState({ placesOpen: true })}>
              Where they are read
            </Button>
          </p>
        </div>
      </div>
      {children}
      {shown.length > 0 ? (
        <ConversationList rows={rows} />
      ) : (
        <div className="scroller">
          {conversations.length === total && (
            <EmptyState title="No results" action={<Button onClick={showAllConversations}>Show all</Button>}>
              No conversation has that in its title or project.
            </EmptyState>
          )}
        </div>
      )}
      {conversations.length < total && (
        <ProgressLine label="Reading titles" progress={{ done: conversations.length, total }} />
      )}
    </>
  );
}

const all = '';

function Narrowing({ list: { conversations } }: Readonly<{ list: Ready }>) {
  const { assistant, project } = useConversations();
  const assistants = [...new Set(conversations.map((conversation) => conversation.assistant))].sort();
  const ofAssistant = useMemo(
    () => projectsOf(narrowed(conversations, { query: '', assistant, project: null })),
    [conversations, assistant],
  );
  return (
    <div className="wrap-close">
      {(assistants.length > 1 || assistant !== null) && (
        <Select
          aria-label="Assistant"
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
          className={styles['project'] ?? ''}
          value={project ?? all}
          options={[{ value: all, label: 'All projects' }, ...ofAssistant]}
          onChange={(next) => narrowConversations({ project: next === all ? null : next })}
        />
      )}
    </div>
  );
}

function useListCommands(shown: readonly Conversation[], focusSearch: () => void): void {
  useCommands((command) => {
    const { cursor } = useConversations.getState();
    const current = shown.find(({ id }) => id === cursor);
    return (
      move(command, shown) ||
      carryOutOne(command, {
        search: focusSearch,
        edit: () => current && readConversation(current),
        details: () => {
          useConversations.setState({ sheetOpen: current !== undefined && !hasRoomForInspector() });
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
        },
      }) ||
      (command === 'escape' && closeOrClear())
    );
  });
}

function move(command: Command, shown: readonly Conversation[]): boolean {
  const { cursor } = useConversations.getState();
  const at = shown.findIndex(({ id }) => id === cursor);
  const step = stepOf(command, at < 0 ? null : at, shown.length);
  const to = step && shown[step.to];
  if (to) {
    useConversations.setState({ cursor: to.id });
    focusConversation();
  }
  return step !== null;
}

function closeOrClear(): boolean {
  const { sheetOpen, query, assistant, project } = useConversations.getState();
  if (sheetOpen) {
    useConversations.setState({ sheetOpen: false });
    focusConversation();
    return true;
  }
  const isNarrowed = query !== '' || assistant !== null || project !== null;
  if (isNarrowed) {
    showAllConversations();
  }
  return isNarrowed;
}
