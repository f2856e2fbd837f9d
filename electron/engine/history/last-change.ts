import type { Result } from '#shared/contract/contract.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { TextReader } from '#shared/formats/format.ts';
import { lineStartBefore } from '#shared/text/lines.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { isVersion } from './history-lines.ts';

type LastChangeNeeds = Pick<WorkspaceParts, 'layout' | 'history'> & {
  readonly contextFile: { document(): MemoryDocument; version(): { readonly hash: string } | null };
};

/** Limit on versions searched: a text that old is not news to anyone. */
const maxVersions = 500;

/** Limit on characters of earlier versions read entry by entry: more would take seconds. */
const maxRead = 8_000_000;

const unknown: Result<'history.lastChange'> = { change: null, begins: null };

/** When and by whom an entry's present words were written. Its date doesn't tell: it is the day the entry was learned. */
export async function lastChangeOf(
  { history, layout, contextFile }: LastChangeNeeds,
  ref: EntryRef,
): Promise<Result<'history.lastChange'>> {
  const { text, entries } = contextFile.document();
  const entry = entries.find((each) => sameRef(each, ref));
  const versions = (await history.lines()).filter(isVersion).filter(({ file }) => file === layout.contextName);
  if (!entry || versions.at(-1)?.hash !== contextFile.version()?.hash) {
    return unknown;
  }
  const hasEntry = layout.format.capabilities.sections
    ? (earlier: string) => standIn(earlier, text.slice(entry.syntax.text.from, entry.syntax.text.to))
    : asRead(layout.format.read, entry);
  for (const { before, counts, at, who, name } of versions.slice(-maxVersions).reverse()) {
    if (before === null) {
      return { change: null, begins: at };
    }
    const brings = counts === null || counts.added + counts.changed > 0;
    const earlier = brings ? await history.recallText(before) : null;
    const isThere = !brings || (earlier === null ? null : hasEntry(earlier));
    if (isThere === null) {
      return unknown;
    }
    if (!isThere) {
      return { change: { at, who, name }, begins: null };
    }
  }
  return unknown;
}

/** True if an earlier text has the entry; null if that can't be told. */
type PresenceTest = (earlier: string) => boolean | null;

function asRead(read: TextReader, { key, value }: ParsedEntry): PresenceTest {
  const [begins = ''] = value.split('\n');
  let left = maxRead;
  return (earlier) => {
    if (!earlier.includes(begins)) {
      return false;
    }
    left -= earlier.length;
    return left < 0 ? null : read(earlier).entries.some((other) => other.value === value && other.key === key);
  };
}

const opening = /^\uFEFF?([ \t]*)[-*+][ \t]+(?:\[[^\]]*\][ \t]*)?$/;

/** True if an entry somewhere consists of these words, after its bullet and bracket. */
function standIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    // This usually settles it, and a line may be as long as the file.
    if (/^[ \t]$/.test(text.charAt(at - 1)) && /^(?:[\r\n]|$)/.test(text.charAt(end))) {
      const indent = opening.exec(text.slice(lineStartBefore(text, at - 1), at))?.[1];
      if (indent !== undefined && !isContinued(text, end, indent)) {
        return true;
      }
    }
  }
  return false;
}

/** True if the next line continues an entry with this indent, being indented further. */
function isContinued(text: string, at: number, indent: string): boolean {
  const next = /^\s*[\r\n]([ \t]*)\S/.exec(text.slice(at))?.[1] ?? '';
  return columnsOf(next) >= columnsOf(indent) + 2;
}

const columnsOf = (blanks: string): number => blanks.replaceAll('\t', '    ').length;
