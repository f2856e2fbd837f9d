import type { Writer } from '#shared/contract/fields.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
import { lineStartBefore } from '#shared/text/lines.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { isVersion } from './history-lines.ts';

/** Further back nobody looks: what has stood so long is not news to anyone. */
const maxVersions = 500;

/**
 * When and by whom the words of an entry were written as they stand. The bracket does not say it: its date is the day the entry
 * was learned, and whoever rewords the entry may leave its source.
 * @returns null if they stood there when the history began, or nobody knows
 */
export async function lastChangeOf({ history, layout, contextFile }: OpenWorkspace, ref: EntryRef) {
  const { text, entries } = contextFile.document();
  const entry = entries.find((each) => sameRef(each, ref));
  const versions = (await history.lines()).filter(isVersion).filter(({ file }) => file === layout.contextName);
  if (!entry || versions.at(-1)?.hash !== contextFile.version()?.hash) {
    return null;
  }
  const words = text.slice(entry.syntax.text.from, entry.syntax.text.to);
  for (const { before, counts, at, who, name } of versions.slice(-maxVersions).reverse()) {
    const brings = counts === null || counts.added + counts.changed > 0;
    if (before === null) {
      return null;
    }
    const earlier = brings ? await history.recallText(before) : text;
    if (earlier === null) {
      return null;
    }
    if (!standIn(earlier, words)) {
      return { at, who, name } satisfies Writer & { at: number };
    }
  }
  return null;
}

const opening = /^\uFEFF?([ \t]*)[-*+][ \t]+(?:\[[^\]]*\][ \t]*)?$/;

/** Whether an entry consists of these words somewhere, behind its bullet and bracket. */
function standIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    // Mostly that settles it; a line may be as long as the file.
    if (/^[ \t]$/.test(text.charAt(at - 1)) && /^(?:[\r\n]|$)/.test(text.charAt(end))) {
      const indent = opening.exec(text.slice(lineStartBefore(text, at - 1), at))?.[1];
      if (indent !== undefined && !isContinued(text, end, indent)) {
        return true;
      }
    }
  }
  return false;
}

/** Whether what follows a line belongs to an entry that is indented like this: then it stands further to the right. */
function isContinued(text: string, at: number, indent: string): boolean {
  const next = /^\s*[\r\n]([ \t]*)\S/.exec(text.slice(at))?.[1] ?? '';
  return columnsOf(next) >= columnsOf(indent) + 2;
}

const columnsOf = (blanks: string): number => blanks.replaceAll('\t', '    ').length;
