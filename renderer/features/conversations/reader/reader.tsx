import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { call, on, onConnect } from '../../../api/connection.ts';
import { Inspector } from '../../../list/inspector.tsx';
import { showDetails } from '../../../list/list-commands.ts';
import { stepOf } from '../../../services/commands/list-steps.ts';
import { runFirst, useCommands, useSearchField } from '../../../services/commands/use-commands.ts';
import { Button } from '../../../ui/button.tsx';
import { Actions, Details } from '../../../ui/details.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReaderHead } from '../../../ui/reader-head.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { Unread } from '../../../ui/unread.tsx';
import { roomForInspector, useMedia } from '../../../ui/use-media.ts';
import { momentInWords } from '../../../wording/dates.ts';
import {
  ConversationFile,
  ConversationMarks,
  ConversationsBelow,
  conversationFacts,
  copyPathAction,
} from '../conversation-details.tsx';
import {
  backToConversations,
  type OpenedConversation,
  readConversation,
  useConversations,
} from '../conversations-store.ts';
import { ExportButtons } from '../export-buttons.tsx';
import { LearnedHere } from '../learned-here.tsx';
import { WorkOfConversation } from '../own-conversation.tsx';
import { RememberDialog, type SelectedText } from '../remember-dialog.tsx';
import { SavePanel } from '../save-panel.tsx';
import { foldKey } from './blocks.ts';
import { ContextChart } from './context-chart.tsx';
import { FindBar } from './find-bar.tsx';
import { ItemList } from './item-list.tsx';
import { OddLines } from './odd-lines.tsx';
import { type ConversationReading, createReading } from './reading.ts';
import { StillSeesPanel } from './still-sees-panel.tsx';
import { type ConversationOutline, useOutline } from './use-outline.ts';
import { YourMessages } from './your-messages.tsx';

type ReaderProps = Readonly<{
  workspace: Workspace;
  conversation: OpenedConversation;
  at: number | null;
  find: string;
}>;

export function Reader({ workspace, conversation, at, find }: ReaderProps) {
  const [reading] = useState(() => createReading(conversation.id));
  const { window, problem } = useStore(reading.store);
  const outline = useOutline(conversation.id, reading);
  const isWide = useMedia(roomForInspector);
  const rewound = useMemo(
    () => new Set(outline.items.filter(({ marks }) => marks.includes('rewound')).map(({ at: place }) => place)),
    [outline],
  );
  const searchField = useSearchField();
  const [marked, setMarked] = useState<SelectedText | null>(null);
  const remember = (): void => setMarked(markedIn(reading));
  useEffect(() => {
    reading.search(find);
    void reading.open(at);
  }, [reading, at, find]);
  useFollowing(conversation.id, reading);
  useEffect(keepFromMarking, []);
  useEffect(() => reading.end, [reading]);
  useReaderCommands(reading, remember);
  return (
    <>
      <div className="pane">
        <EarlierVersion conversation={conversation} />
        <ReaderHead title={nameOfConversation(conversation)} takesFocus={false} onBack={backToConversations}>
          {!isWide && <Button onClick={() => showDetails(useConversations, true)}>Details</Button>}
          {/* Keep the selected text selected. */}
          <Button onMouseDown={(event) => event.preventDefault()} onClick={remember}>
            Remember…
          </Button>
        </ReaderHead>
        <FindBar reading={reading} field={searchField} total={outline.isWhole ? outline.items.length : null} />
        {problem !== null && window !== null && (
          <Strip
            tone="warning"
            label="Not read"
            actions={<Button onClick={() => void reading.goTo(reading.store.getState().cursor)}>Try again</Button>}
          >
            {problem.message}
          </Strip>
        )}
        {window === null ? (
          <div className="scroller">
            <Unread
              label="Reading the conversation"
              failed="The conversation can’t be shown"
              problem={problem}
              onRetry={() => void reading.open(at)}
              {...(problem?.details['unread'] !== undefined && { action: <ChoosePlaces /> })}
            />
          </div>
        ) : window.items.length === 0 ? (
          <div className="scroller">
            <EmptyState title="Nothing was said">The file holds nothing that a person or an assistant said.</EmptyState>
          </div>
        ) : (
          <ItemList reading={reading} window={window} conversation={conversation} rewound={rewound} />
        )}
        <OddLines conversation={conversation.id} outline={outline} />
      </div>
      <ReaderInspector workspace={workspace.id} conversation={conversation} reading={reading} outline={outline} />
      {marked !== null && (
        <RememberDialog
          workspace={workspace}
          conversation={conversation}
          marked={marked}
          onClose={() => setMarked(null)}
        />
      )}
    </>
  );
}

/** The first press of a double click may have opened this: the second would select everything. */
function keepFromMarking(): () => void {
  const ends = new AbortController();
  const onPress = (event: MouseEvent): void => {
    if (event.detail > 1) {
      event.preventDefault();
    } else {
      ends.abort();
    }
  };
  document.addEventListener('mousedown', onPress, { capture: true, signal: ends.signal });
  return () => ends.abort();
}

const ChoosePlaces = () => (
  <Button onClick={() => useConversations.setState({ placesOpen: true })}>Choose what is read…</Button>
);

function EarlierVersion({ conversation: { title, assistant, earlier } }: Pick<ReaderProps, 'conversation'>) {
  return earlier == null ? null : (
    <Strip
      label="Earlier version"
      actions={
        <Button onClick={() => readConversation({ id: earlier.of, title, assistant })}>Show it as it is now</Button>
      }
    >
      Earlier version saved on {momentInWords(earlier.keptAt)}. {assistant} has changed the conversation since.
    </Strip>
  );
}

function useFollowing(id: string, reading: ConversationReading): void {
  useEffect(() => {
    const follow = (): void => void call('conversations.follow', { id, on: true }).catch(() => undefined);
    follow();
    const off = together([
      onConnect(follow),
      on('conversations.followed', (event) => {
        if (event.id === id) {
          void (event.change === 'replaced' ? reading.goTo(null) : reading.follow());
        }
      }),
    ]);
    return () => {
      off();
      void call('conversations.follow', { id, on: false }).catch(() => undefined);
    };
  }, [id, reading]);
}

type ReaderInspectorProps = Readonly<{
  workspace: string;
  conversation: OpenedConversation;
  reading: ConversationReading;
  outline: ConversationOutline;
}>;

function ReaderInspector({ workspace, conversation, reading, outline }: ReaderInspectorProps) {
  const sheetOpen = useConversations((state) => state.sheetOpen);
  return (
    <Inspector
      label="Conversation"
      sheetOpen={sheetOpen}
      onCloseSheet={() => {
        useConversations.setState({ sheetOpen: false });
        reading.focus();
      }}
    >
      <Details title="About this conversation" facts={conversationFacts(conversation)}>
        <ConversationMarks conversation={conversation} />
        <div className="detail words" role="group" aria-label="Go to">
          <Actions
            actions={[
              { label: 'Beginning', look: 'link', onClick: () => void reading.goTo(0) },
              { label: 'End', look: 'link', onClick: () => void reading.goTo(null) },
              { label: 'Your previous message', look: 'link', onClick: () => void reading.nextOfPerson('back') },
              { label: 'Your next message', look: 'link', onClick: () => void reading.nextOfPerson('forward') },
            ]}
          />
        </div>
        <YourMessages outline={outline} onShow={(at) => void reading.goTo(at)} />
        <ContextChart outline={outline.items} onShow={(at) => void reading.goTo(at)} />
        <StillSeesPanel
          conversation={conversation.id}
          bytes={conversation.bytes ?? outline.items.at(-1)?.at ?? 0}
          outline={outline}
          reading={reading}
        />
        <LearnedHere workspace={workspace} conversation={conversation.id} onShow={(at) => void reading.open(at)} />
        <ConversationsBelow conversation={conversation} />
        <WorkOfConversation conversation={conversation} />
        <SavePanel conversation={conversation} />
        <div className="wrap-close">
          <Actions actions={[copyPathAction(conversation.path)]} />
          <ExportButtons conversation={conversation} />
        </div>
        <ConversationFile conversation={conversation} />
      </Details>
    </Inspector>
  );
}

function useReaderCommands(reading: ConversationReading, remember: () => void): void {
  useCommands((command) => {
    const { window, cursor, query } = reading.store.getState();
    const items = window?.items ?? [];
    if (command === 'down' || command === 'up') {
      const at = items.findIndex((item) => item.at === cursor);
      const to = items[stepOf(command, at < 0 ? null : at, items.length)?.to ?? -1];
      if (to) {
        reading.putCursor(to.at);
      }
      return true;
    }
    return (
      runFirst(command, {
        first: () => reading.goTo(0),
        last: () => reading.goTo(null),
        'extend-down': () => reading.nextOfPerson('forward'),
        'extend-up': () => reading.nextOfPerson('back'),
        edit: () => toggleCurrent(reading),
        'find-after': () => reading.find('forward'),
        'find-before': () => reading.find('back'),
        add: remember,
        details: () => showDetails(useConversations, true),
      }) ||
      (command === 'escape' && closeOrLeave(reading, query))
    );
  });
}

/** The selected text, or else the text of the item under the cursor; null if neither has any. */
function markedIn(reading: ConversationReading): SelectedText | null {
  const selection = getSelection();
  const node = selection?.anchorNode ?? null;
  const element = node instanceof Element ? node : node?.parentElement;
  const at = element?.closest<HTMLElement>('[data-item]')?.dataset['item'];
  const text = selection?.toString().trim() ?? '';
  if (at !== undefined && text !== '') {
    return { text, at: Number(at) };
  }
  const { window, cursor } = reading.store.getState();
  const item = window?.items.find((one) => one.at === cursor);
  const itemText = item?.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n') ?? '';
  return item === undefined || itemText === '' ? null : { text: itemText, at: item.at };
}

/** Unfolds all of the item under the cursor, or folds it if it is all unfolded. */
function toggleCurrent(reading: ConversationReading): void {
  const { window, cursor, open } = reading.store.getState();
  const item = window?.items.find(({ at }) => at === cursor);
  if (item === undefined) {
    return;
  }
  const keys = item.blocks.map((_, index) => foldKey(item.at, index));
  const folded = keys.filter((key) => !open.has(key));
  for (const key of folded.length > 0 ? folded : keys) {
    reading.toggle(key);
  }
}

function closeOrLeave(reading: ConversationReading, query: string): boolean {
  if (useConversations.getState().sheetOpen) {
    useConversations.setState({ sheetOpen: false });
    reading.focus();
  } else if (query !== '') {
    reading.search('');
    reading.focus();
  } else {
    backToConversations();
  }
  return true;
}
