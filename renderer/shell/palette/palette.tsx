import { Dialog } from '@base-ui/react/dialog';
import { Command as Palette } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { searchWords } from '#shared/entries/search.ts';
import { useApp } from '../../api/app-store.ts';
import type { ContextState } from '../../api/context-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { matchesWords } from '../../entries/narrowing.ts';
import { showInReview } from '../../jumps.ts';
import { atHand } from '../../services/commands/at-hand.ts';
import { runCommand } from '../../services/commands/use-commands.ts';
import { useUndoRedo } from '../../services/undo.ts';
import dialog from '../../ui/dialog.module.css';
import { Key } from '../../ui/keys.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useMemories } from '../use-memories.ts';
import { type Offer, offersFor } from './offers.ts';
import styles from './palette.module.css';
import { ranked } from './ranking.ts';

type CommandPaletteProps = Readonly<{ workspace: Workspace; context: ContextState; onClose: () => void }>;

const maxEntries = 20;
const entryPrefix = 'entry ';

export function CommandPalette({ workspace, context, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // Scrolls to the top: the list would follow the row chosen before, and the best match has to be visible.
  useEffect(() => {
    const frame = requestAnimationFrame(() => query !== '' && list.current?.scrollTo({ top: 0 }));
    return () => cancelAnimationFrame(frame);
  }, [query]);
  const abilities = useApp((state) => state.abilities);
  const matches = entriesFor(context, query);
  const others = useMemories(workspace);
  const memories = [...others.opened, ...others.found];
  // Target of the actions when the palette was opened.
  const [meant] = useState(atHand);
  const groups = offersFor({ workspace, context, memories, atHand: meant, abilities, undoRedo: useUndoRedo() });
  const { ahead, after } = ranked(
    groups.filter(({ offers }) => offers.length > 0),
    query,
  );
  /** Actions run after the palette has closed, so that they find the page as it was. */
  const pick = (work: () => void): void => {
    onClose();
    setTimeout(work, 50);
  };
  const run = (offer: Offer): void =>
    pick(() => {
      if ('command' in offer) {
        runCommand(offer.command);
      } else {
        offer.run();
      }
    });
  const show = ({ id }: EntryView): void => pick(() => showInReview(id));
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['backdrop'] ?? ''} />
        <Dialog.Popup className={styles['popup'] ?? ''} aria-label="Commands" aria-modal="true">
          <Palette label="Commands" loop vimBindings={false} shouldFilter={false}>
            <Palette.Input
              className={styles['input']}
              placeholder="Do something, or find an entry"
              maxLength={200}
              value={query}
              onValueChange={setQuery}
            />
            <Palette.List ref={list} className={styles['list']} label="What can be done">
              <Palette.Empty className={styles['empty']}>No results</Palette.Empty>
              {/* A single list with keys: items that only move are not recreated, and nothing scrolls. */}
              {[
                ...ahead.map((group) => <OfferGroup key={group.title} group={group} onRun={run} />),
                <EntryGroup key="Entries" entries={matches} onShow={show} />,
                ...after.map((group) => <OfferGroup key={group.title} group={group} onRun={run} />),
              ]}
            </Palette.List>
          </Palette>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OfferGroupProps = Readonly<{
  group: Readonly<{ title: string; offers: readonly Offer[] }>;
  onRun: (offer: Offer) => void;
}>;

function OfferGroup({ group: { title, offers }, onRun }: OfferGroupProps) {
  return (
    <Palette.Group heading={title}>
      {offers.map((offer) => (
        <Palette.Item key={offer.name} className={styles['item']} value={offer.name} onSelect={() => onRun(offer)}>
          <offer.icon aria-hidden />
          <VisibleText as="span" className="grow ellipsis" text={offer.name} />
          {offer.keys && <Key>{offer.keys}</Key>}
        </Palette.Item>
      ))}
    </Palette.Group>
  );
}

type EntryGroupProps = Readonly<{ entries: readonly EntryView[]; onShow: (entry: EntryView) => void }>;

function EntryGroup({ entries, onShow }: EntryGroupProps) {
  return (
    entries.length > 0 && (
      <Palette.Group heading="Entries">
        {entries.map((entry) => (
          <Palette.Item
            key={entry.id}
            className={styles['item']}
            value={`${entryPrefix}${entry.id}`}
            onSelect={() => onShow(entry)}
          >
            <span className="grow ellipsis" dir="auto">
              <EntryText entry={entry} />
            </span>
          </Palette.Item>
        ))}
      </Palette.Group>
    )
  );
}

function entriesFor(context: ContextState, query: string): readonly EntryView[] {
  const words = searchWords(query);
  if (context.kind !== 'ready' || query.trim().length < 2) {
    return [];
  }
  const matches: EntryView[] = [];
  for (const entry of context.entries) {
    if (matchesWords(entry, words) && matches.push(entry) === maxEntries) {
      break;
    }
  }
  return matches;
}
