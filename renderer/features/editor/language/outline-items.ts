import { EditorSelection, type EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { titleOfHeading } from '#shared/text/heading-title.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { perObject } from '#shared/text/per-object.ts';
import { placeNow, placeThen, readingOf, type TextReading } from '../../../memory-text/reading.ts';

/** A heading or an entry, in file order. Offsets refer to the text as last read. */
export type EditorOutlineItem =
  | {
      readonly kind: 'heading';
      readonly id: string;
      readonly from: number;
      readonly level: number;
      readonly title: string;
      readonly entries: number;
    }
  | {
      readonly kind: 'entry';
      readonly id: string;
      readonly from: number;
      readonly key: string | null;
      readonly text: string;
      /** Place from 1 among the entries that leave next; null if it doesn't, or not soon. */
      readonly rank: number | null;
    };

/** Outline of the last reading; the same value for the same reading. */
export const editorOutline = (state: EditorState): readonly EditorOutlineItem[] => outlines(readingOf(state));

const outlines = perObject(workOut);

function workOut({ document, headings, ranks, near }: TextReading): EditorOutlineItem[] {
  const items: EditorOutlineItem[] = [];
  const times = new Map<string, number>();
  // Ids by content, so that focus and rows stay with the items while the text above them changes.
  const idOf = (content: string): string => {
    const time = times.get(content) ?? 0;
    times.set(content, time + 1);
    return time === 0 ? content : `${content}\n${time}`;
  };
  let at = 0;
  for (const heading of [...headings, null]) {
    const end = heading?.from ?? Number.POSITIVE_INFINITY;
    const first = at;
    for (let entry = document.entries[at]; entry && entry.range.from < end; entry = document.entries[at]) {
      items.push({
        kind: 'entry',
        id: idOf(entry.key ?? entry.raw),
        from: entry.range.from,
        key: entry.key,
        text: entry.value.split('\n', 1)[0] ?? '',
        rank: near ? (ranks.get(entry) ?? null) : null,
      });
      at += 1;
    }
    countUnder(items, at - first);
    if (heading) {
      const title = titleOfHeading(document.text.slice(heading.from, heading.to)) ?? '';
      items.push({
        kind: 'heading',
        id: idOf(`# ${title}`),
        from: heading.from,
        level: heading.level,
        title,
        entries: 0,
      });
    }
  }
  return items;
}

function countUnder(items: EditorOutlineItem[], entries: number): void {
  const index = items.length - entries - 1;
  const heading = items[index];
  if (heading?.kind === 'heading') {
    items[index] = { ...heading, entries };
  }
}

/** Start of the item the cursor is in, in the text the outline was read from; -1 before the first. */
export function outlinePlace(state: EditorState): number {
  const items = editorOutline(state);
  return items[currentItem(items, placeThen(state, state.selection.main.head))]?.from ?? -1;
}

/** Index of the item at an offset; -1 before the first. */
export function currentItem(items: readonly EditorOutlineItem[], offset: number): number {
  return lastIndexStartingBy(items, offset, (item) => item.from);
}

export function filterOutline(items: readonly EditorOutlineItem[], filter: string): readonly EditorOutlineItem[] {
  const query = filter.trim().toLowerCase();
  if (query === '') {
    return items;
  }
  const shown: EditorOutlineItem[] = [];
  let heading: EditorOutlineItem | null = null;
  for (const item of items) {
    const words = item.kind === 'heading' ? item.title : `${item.key ?? ''} ${item.text}`;
    const matches = words.toLowerCase().includes(query);
    if (item.kind === 'heading') {
      heading = item;
    } else if (matches && heading) {
      shown.push(heading);
      heading = null;
    }
    if (matches) {
      if (item === heading) {
        heading = null;
      }
      shown.push(item);
    }
  }
  return shown;
}

/** Puts the cursor on the present place of an outline item, and focuses the editor. */
export function jumpTo(view: EditorView, offset: number): void {
  const position = Math.min(placeNow(view.state, offset), view.state.doc.length);
  view.dispatch({
    selection: EditorSelection.cursor(position),
    effects: EditorView.scrollIntoView(position, { y: 'start', yMargin: 60 }),
    userEvent: 'select.outline',
  });
  view.focus();
}
