import { useEffect } from 'react';
import { create } from 'zustand';
import type { ByScan, ConversationIndexState } from '#shared/contract/features/conversation-search.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect } from '../../api/connection.ts';
import { attempt } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { counted, shareInWords } from '../../wording/counts.ts';
import { narrowConversations, useConversations } from './conversations-store.ts';
import type { ConversationSearch } from './use-conversation-search.ts';

const useIndex = create<{ readonly index: ConversationIndexState | null }>(() => ({ index: null }));

/** Progress of reading the conversations for search, with a way to stop it. Nothing once all are read. */
export function IndexState() {
  const { index } = useIndex();
  useEffect(() => {
    const ask = (): void =>
      void call('conversations.index', {})
        .then((state) => useIndex.setState({ index: state }))
        .catch(() => undefined);
    ask();
    return together([
      onConnect(ask),
      on('conversations.changed', ask),
      on('conversations.indexing', (state) => useIndex.setState({ index: state })),
    ]);
  }, []);
  if (index === null || (index.state !== 'reading' && index.state !== 'paused') || index.done >= index.total) {
    return null;
  }
  const isPaused = index.state === 'paused';
  return (
    <div className="detail line footnote">
      <span>
        {isPaused ? 'Paused reading for the search' : 'Reading for the search'}: {shareInWords(index.done, index.total)}
      </span>
      <progress aria-label="Read for the search" value={index.done} max={index.total} />
      <Button onClick={() => pause(!isPaused)}>{isPaused ? 'Go on' : 'Pause'}</Button>
    </div>
  );
}

/** Progress of a search, or why it ended. */
export function SearchState({ search: { isSearching, searched, problem } }: Readonly<{ search: ConversationSearch }>) {
  if (problem !== null) {
    return (
      <div className="detail line footnote">
        <FieldProblem>{problem.message}</FieldProblem>
      </div>
    );
  }
  return isSearching && searched.total > 0 ? <ProgressLine label="Searching" progress={searched} /> : null;
}

export function SearchNotes({ search }: Readonly<{ search: ConversationSearch }>) {
  const match = useConversations((state) => state.match);
  const { text, byScan, isSearching, unread, goOn, problem } = search;
  return text === null || isSearching || problem !== null ? null : (
    <div className="detail line inset">
      {goOn !== null && <Button onClick={goOn}>Show more</Button>}
      {byScan !== null && <span>{scanWords[byScan]}</span>}
      {unread[0] !== undefined && (
        <span>
          {counted(unread.length, 'conversation', 'conversations')} could not be searched. {unread[0].problem}
        </span>
      )}
      {match === 'words' && goOn === null && (
        <Button look="link" onClick={() => narrowConversations({ match: 'anywhere' })}>
          Also match parts of words
        </Button>
      )}
    </div>
  );
}

const pause = (paused: boolean): void =>
  attempt(call('conversations.pauseIndex', { paused }).then((state) => useIndex.setState({ index: state })));

/** Sentences that explain why a search took longer. */
const scanWords: Readonly<Record<ByScan, string>> = {
  unavailable: 'There is no index on this computer, so the conversations were read.',
  anywhere: 'The conversations were read, to match parts of words.',
  unread: 'Some are not in the index yet, so they were read.',
};
