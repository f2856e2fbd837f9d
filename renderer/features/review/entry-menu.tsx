import { ContextMenu } from '@base-ui/react/context-menu';
import {
  Archive,
  ArrowDown,
  ArrowUpToLine,
  CalendarClock,
  Check,
  Copy,
  CopyPlus,
  Eraser,
  Files,
  FileText,
  Forward,
  Pencil,
  PencilRuler,
  Pin,
  Replace,
  Trash2,
  UserRound,
} from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect } from 'react';
import { refOf } from '#shared/entries/entry.ts';
import { useCapabilities, useSaysHowSure } from '../../api/context-store.ts';
import { askToCorrectAlike, askToErase, askToTransfer, showInEditor } from '../../jumps.ts';
import { selectedOrCursor } from '../../list/selection.ts';
import { copyText } from '../../services/copy-text.ts';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { MenuItems, MenuLine } from '../../ui/menu.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { act, archivesBySize } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { useReview } from './review-store.ts';

type EntryMenuItemsProps = Readonly<{ list: ReviewList; writable: boolean }>;
type EntryMenuProps = EntryMenuItemsProps & GridPresses;

export function EntryMenu({ list, writable, ...presses }: EntryMenuProps) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={(props) => <GridTrigger {...props} {...presses} />} />
      <ContextMenu.Portal container={layers}>
        <ContextMenu.Positioner className={menu['positioner'] ?? ''}>
          <ContextMenu.Popup className={menu['popup'] ?? ''} aria-label="What to do">
            <EntryMenuItems list={list} writable={writable} />
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

type GridPresses = Readonly<{
  grid: RefObject<HTMLElement | null>;
  /** Press from before the menu was loaded. */
  early: RefObject<Event | null>;
}>;

/** Makes the grid of the rows, which is drawn before the menu is loaded, open the menu. */
function GridTrigger({ grid, early, ref, ...props }: ComponentProps<'div'> & GridPresses) {
  useEffect(() => {
    const handlers = {
      contextmenu: props.onContextMenu,
      touchstart: props.onTouchStart,
      touchmove: props.onTouchMove,
      touchend: props.onTouchEnd,
      touchcancel: props.onTouchCancel,
    };
    const ended = new AbortController();
    for (const [name, handler] of Object.entries(handlers)) {
      const handle = (event: Event): void => handler?.(Object.assign(event, { nativeEvent: event }) as never);
      grid.current?.addEventListener(name, handle, { signal: ended.signal });
    }
    if (typeof ref === 'function') {
      ref(grid.current as HTMLDivElement | null);
    }
    early.current?.target?.dispatchEvent(new MouseEvent('contextmenu', early.current));
    early.current = null;
    return () => ended.abort();
  });
  return null;
}

/** Computed only while the menu is open: very many entries may be chosen. */
function EntryMenuItems({ list, writable }: EntryMenuItemsProps) {
  const ids = selectedOrCursor(useReview());
  const entries = ids.flatMap((id) => list.byId.get(id) ?? []);
  const single = entries.length === 1 ? entries[0] : undefined;
  const allPinned = entries.length > 0 && entries.every((entry) => entry.flags.pinned);
  const allConfirmed = entries.length > 0 && entries.every((entry) => entry.flags.confirmed);
  const saysHowSure = useSaysHowSure();
  const capabilities = useCapabilities();
  const isCut = (capabilities?.loaded.length ?? 0) > 0;
  const isArchived = capabilities !== null && archivesBySize(capabilities);
  const copy = (): void => copyText(entries.map((entry) => entry.value).join('\n'), 'Copied.');
  return (
    <>
      {entries.length > 1 && <div className={menu['label']}>{entriesInWords(entries.length)}</div>}
      {writable && (
        <>
          <MenuItems
            items={[
              single && { icon: Pencil, name: 'Edit', keys: 'Enter', onPick: () => act('edit', [single]) },
              {
                icon: Check,
                name: !saysHowSure && allConfirmed ? 'Unconfirm' : 'Confirm',
                keys: 'c',
                onPick: () => act('confirm', entries),
              },
              saysHowSure && { icon: ArrowDown, name: 'Less sure', keys: 'd', onPick: () => act('demote', entries) },
              { icon: Pin, name: allPinned ? 'Unpin' : 'Pin', keys: 'p', onPick: () => act('pin', entries) },
              isArchived && { icon: CalendarClock, name: 'Keep until…', onPick: () => act('protect', entries) },
              !single && { icon: PencilRuler, name: 'Section, source, keys…', onPick: () => act('several', entries) },
              !single && { icon: Replace, name: 'Find and replace…', onPick: () => act('replace', entries) },
              { icon: UserRound, name: 'About someone else…', keys: 'w', onPick: () => act('about', entries) },
              isCut && { icon: ArrowUpToLine, name: 'Move up…', keys: 'h', onPick: () => act('raise', entries) },
              { icon: Archive, name: 'Archive', keys: 'a', onPick: () => act('archive', entries) },
            ]}
          />
          <MenuLine />
        </>
      )}
      <MenuItems
        items={[
          { icon: Copy, name: 'Copy text', onPick: copy },
          writable && {
            icon: Forward,
            name: 'Move to another memory…',
            onPick: () => askToTransfer('move', entries),
          },
          { icon: CopyPlus, name: 'Copy to another memory…', onPick: () => askToTransfer('copy', entries) },
          single &&
            writable && { icon: Files, name: 'Correct in all memories…', onPick: () => askToCorrectAlike(single) },
          single && {
            icon: FileText,
            name: 'Show in the file',
            keys: 'f',
            onPick: () => showInEditor(refOf(single)),
          },
        ]}
      />
      {writable && (
        <>
          <MenuLine />
          <MenuItems
            items={[
              { isDanger: true, icon: Trash2, name: 'Delete', keys: 'Del', onPick: () => act('delete', entries) },
              single && {
                isDanger: true,
                icon: Eraser,
                name: 'Erase everywhere…',
                onPick: () => askToErase(single.value),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
