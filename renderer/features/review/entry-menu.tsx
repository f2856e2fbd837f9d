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
import { type ComponentProps, type ReactNode, type RefObject, useEffect } from 'react';
import { refOf } from '#shared/entries/entry.ts';
import { useCapabilities, useSaysHowSure } from '../../api/context-store.ts';
import { askToCorrectAlike, askToErase, askToTransfer, showInEditor } from '../../jumps.ts';
import { copyText } from '../../services/copy-text.ts';
import { keyInWords } from '../../ui/keys.tsx';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { entriesInWords } from '../../wording/counts.ts';
import { act, archivesBySize } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { useReview } from './review-store.ts';
import { meant } from './selection.ts';

type MenuItemsProps = Readonly<{ list: ReviewList; writable: boolean }>;
type EntryMenuProps = MenuItemsProps & GridPresses;

/** Context menu of the affected rows, under the right button and the menu key. */
export function EntryMenu({ list, writable, ...presses }: EntryMenuProps) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={(props) => <GridTrigger {...props} {...presses} />} />
      <ContextMenu.Portal container={layers}>
        <ContextMenu.Positioner className={menu['positioner'] ?? ''}>
          <ContextMenu.Popup className={menu['popup'] ?? ''} aria-label="What to do">
            <MenuItems list={list} writable={writable} />
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
function MenuItems({ list, writable }: MenuItemsProps) {
  const ids = meant(useReview((state) => state.selection));
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
          {single && <Item icon={<Pencil />} name="Edit" keys="Enter" onPick={() => act('edit', [single])} />}
          {saysHowSure ? (
            <>
              <Item icon={<Check />} name="Confirm" keys="c" onPick={() => act('confirm', entries)} />
              <Item icon={<ArrowDown />} name="Less sure" keys="d" onPick={() => act('demote', entries)} />
            </>
          ) : (
            <Item
              icon={<Check />}
              name={allConfirmed ? 'Unconfirm' : 'Confirm'}
              keys="c"
              onPick={() => act('confirm', entries)}
            />
          )}
          <Item icon={<Pin />} name={allPinned ? 'Unpin' : 'Pin'} keys="p" onPick={() => act('pin', entries)} />
          {isArchived && <Item icon={<CalendarClock />} name="Keep until…" onPick={() => act('protect', entries)} />}
          {!single && (
            <>
              <Item icon={<PencilRuler />} name="Section, source, keys…" onPick={() => act('several', entries)} />
              <Item icon={<Replace />} name="Find and replace…" onPick={() => act('replace', entries)} />
            </>
          )}
          <Item icon={<UserRound />} name="About someone else…" keys="w" onPick={() => act('about', entries)} />
          {isCut && <Item icon={<ArrowUpToLine />} name="Move up…" keys="h" onPick={() => act('raise', entries)} />}
          <Item icon={<Archive />} name="Archive" keys="a" onPick={() => act('archive', entries)} />
          <ContextMenu.Separator className={menu['separator'] ?? ''} />
        </>
      )}
      <Item icon={<Copy />} name="Copy text" onPick={copy} />
      {writable && (
        <Item icon={<Forward />} name="Move to another memory…" onPick={() => askToTransfer('move', entries)} />
      )}
      <Item icon={<CopyPlus />} name="Copy to another memory…" onPick={() => askToTransfer('copy', entries)} />
      {single && writable && (
        <Item icon={<Files />} name="Correct in all memories…" onPick={() => askToCorrectAlike(single)} />
      )}
      {single && (
        <Item icon={<FileText />} name="Show in the file" keys="f" onPick={() => showInEditor(refOf(single))} />
      )}
      {writable && (
        <>
          <ContextMenu.Separator className={menu['separator'] ?? ''} />
          <Item danger icon={<Trash2 />} name="Delete" keys="Del" onPick={() => act('delete', entries)} />
          {single && <Item danger icon={<Eraser />} name="Erase everywhere…" onPick={() => askToErase(single.value)} />}
        </>
      )}
    </>
  );
}

type ItemProps = Readonly<{ icon: ReactNode; name: string; keys?: string; danger?: boolean; onPick: () => void }>;

function Item({ icon, name, keys, danger, onPick }: ItemProps) {
  return (
    <ContextMenu.Item className={menu['item'] ?? ''} data-danger={danger || undefined} onClick={onPick} label={name}>
      {icon}
      <span className="grow">{name}</span>
      {keys && (
        <span className="detail" aria-hidden>
          {keyInWords(keys)}
        </span>
      )}
    </ContextMenu.Item>
  );
}
