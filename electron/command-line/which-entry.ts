import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryFields } from '#shared/entries/entry.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';

type NamedEntry = Pick<EntryFields, 'key' | 'value'>;

const maxListed = 10;

/**
 * Finds the one entry that a person means: by its name, or else its text, or else a part of that, in any case. A line
 * number only chooses among the matches, because it may be another entry's by now.
 * @param entries in file order, so that their places are the numbers `show` prints
 * @param line number of the line; undefined if none is named
 * @param narrower the option that tells several apart
 * @throws `entry_unclear` if none matches, or several
 */
export function pickEntry<E extends NamedEntry>(
  entries: readonly E[],
  which: string,
  { line, narrower }: { readonly line?: number | undefined; readonly narrower: string },
): E {
  const text = oneLine(which.trim()).toLowerCase();
  const numbered = entries.map((entry, number) => ({ entry, number }));
  const tests: ((entry: NamedEntry) => boolean)[] = [
    ({ key }) => key?.toLowerCase() === text,
    (entry) => lineText(entry).toLowerCase() === text,
    (entry) => lineText(entry).toLowerCase().includes(text),
  ];
  if (line !== undefined) {
    return atLine(entries, which, line, tests);
  }
  for (const test of tests) {
    const [first, ...others] = numbered.filter(({ entry }) => test(entry));
    if (first && others.length === 0) {
      return first.entry;
    }
    if (first) {
      throw severalEntriesError(which, [first, ...others], narrower);
    }
  }
  throw new ContextureError('entry_unclear', `No entry is called “${which}” or has that in its text.`, { matches: [] });
}

function atLine<E extends NamedEntry>(
  entries: readonly E[],
  which: string,
  line: number,
  tests: readonly ((entry: NamedEntry) => boolean)[],
): E {
  const entry = entries[line];
  if (entry && tests.some((test) => test(entry))) {
    return entry;
  }
  const message = entry
    ? `Line ${line} reads “${lineText(entry)}”, and “${which}” is not in it. Look again with “contexture show”.`
    : `There is no line ${line}. Look with “contexture show”.`;
  throw new ContextureError('entry_unclear', message, { line });
}

function severalEntriesError(
  which: string,
  matches: readonly { readonly entry: NamedEntry; readonly number: number }[],
  narrower: string,
): ContextureError {
  const shown = matches.slice(0, maxListed).map(({ entry, number }) => `  ${number}  ${lineText(entry)}`);
  const more = matches.length > maxListed ? [`  and ${matches.length - maxListed} more`] : [];
  return new ContextureError(
    'entry_unclear',
    [`${matches.length} entries match “${which}”. Be more specific, or add ${narrower}:`, ...shown, ...more].join('\n'),
    { matches: matches.map(({ entry, number }) => ({ line: number, text: lineText(entry) })) },
  );
}
