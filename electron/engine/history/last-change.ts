import type { Writer } from '#shared/contract/fields.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
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

/** Whether these words end a line somewhere, behind a bullet or bracket. */
function standIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (/^[ \t]$/.test(text.charAt(at - 1)) && /^(?:[\r\n]|$)/.test(text.charAt(at + words.length))) {
      return true;
    }
  }
  return false;
}
