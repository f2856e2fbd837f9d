import { createEntryFinder } from '../../entries/find-entry.ts';
import { addTo } from '../../entries/multimap.ts';
import { lastIndexStartingBy } from '../../text/last-from.ts';
import { beginSection, firstSubLevel, type MemoryDocument, type ParsedEntry, type Section } from '../document.ts';
import type { EntryPatch, OnDuplicate } from '../entry-patch.ts';
import { type EntryPlan, noEntryPlan } from '../entry-plan.ts';
import type { TextReader } from '../format.ts';
import { type Neighbour, placeBetween } from '../neighbours.ts';
import { planPatch } from '../plan-patch.ts';
import { contentIn, joinedText } from './content.ts';
import { headingOfItem } from './keys.ts';
import { titleMark } from './sections.ts';
import { settled } from './try-out.ts';

/** Applies a patch to a version it was not made for. @throws `key_exists`, `change_superseded`, `section_unclear` */
export function planMarkdownPatch(
  document: MemoryDocument,
  patch: EntryPatch,
  onDuplicate: OnDuplicate | undefined,
  read: TextReader,
  where?: 'memory' | 'archive',
): EntryPlan {
  const plan = planPatch(withHeadingsFor(document, patch), () => noEntryPlan, patch, onDuplicate, where);
  return settled(document, plan, read);
}

/** Turns entries back into headings if the patch adds their list below them. */
function withHeadingsFor(document: MemoryDocument, { add }: EntryPatch): MemoryDocument {
  const under = add.filter(({ section }) => section !== '');
  if (under.length === 0) {
    return document;
  }
  const byLine = new Map<string, ParsedEntry[]>();
  for (const entry of document.entries) {
    addTo(byLine, entry.raw.trimEnd(), entry);
  }
  const { exact } = createEntryFinder(document.entries);
  /** Returns the one of several equal entries that comes first behind the known neighbours. */
  const entryOf = (some: readonly ParsedEntry[], before: readonly Neighbour[]): ParsedEntry | undefined => {
    const from = some.length > 1 ? (placeBetween(document, { after: before, before: [] }, exact) ?? 0) : 0;
    return some.find(({ range }) => range.from >= from);
  };
  const turned = new Map<ParsedEntry, Section>();
  for (const { after, section: title } of under) {
    for (const [index, neighbour] of after.entries()) {
      const some = 'line' in neighbour ? (byLine.get(neighbour.line) ?? []) : [];
      const entry = entryOf(some, after.slice(index + 1));
      if (entry && !turned.has(entry) && isTitleOf(document, entry, title)) {
        turned.set(entry, headingOf(document, entry, title));
        break;
      }
    }
  }
  const sections = [...document.sections, ...turned.values()];
  return {
    ...document,
    entries: document.entries.filter((entry) => !turned.has(entry)),
    sections: sections.sort((one, other) => one.heading.from - other.heading.from),
  };
}

function isTitleOf({ text }: MemoryDocument, entry: ParsedEntry, title: string): boolean {
  const own = headingOfItem(joinedText(text, contentIn(text, entry)));
  return own !== null && (title === own || title.endsWith(`${titleMark}${own}`));
}

function headingOf({ text, sections }: MemoryDocument, { range, syntax }: ParsedEntry, title: string): Section {
  const next = sections[lastIndexStartingBy(sections, syntax.blockEnd, ({ heading }) => heading.from) + 1];
  const bodyEnd = next?.heading.from ?? text.length;
  return beginSection({ ...range, end: syntax.blockEnd }, { category: null, title, level: firstSubLevel, bodyEnd });
}
