import type { EraseOutcome, ErasePlace, Returned } from '#shared/contract/features/erasure.ts';
import { counted } from '../../wording/counts.ts';
import { dayOfMoment, momentInWords, timeInWords } from '../../wording/dates.ts';
import { archiveInWords, sectionNames } from '../../wording/names.ts';

const things: Readonly<Record<ErasePlace, readonly [where: string, one: string, many: string]>> = {
  context: ['What your assistant reads', 'entry', 'entries'],
  archive: ['The archive', 'entry', 'entries'],
  history: ['The history', 'version', 'versions'],
  undo: ['What can be undone', 'change', 'changes'],
  drafts: ['Text that isn’t saved yet', 'draft', 'drafts'],
  marks: ['Marks of what is new', 'note', 'notes'],
  cards: ['What waits for you to decide', 'note', 'notes'],
  settings: ['The settings', 'file', 'files'],
  recovered: ['Versions recovered after a crash', 'version', 'versions'],
  leftovers: ['Leftovers of interrupted writes', 'file', 'files'],
  log: ['The log', 'line', 'lines'],
  other: ['Other notes of Contexture’s', 'note', 'notes'],
};

/** A place a text stands in and how often: "The archive", "2 entries". */
export function placeInWords({ place, count }: EraseOutcome['erased'][number]): readonly [string, string] {
  const [where, one, many] = things[place];
  return [where, counted(count, one, many)];
}

/** Where, by whom and when something came back: "in Insights, written by another program at 14:32". */
export function returnInWords({ at, who, name, file, category }: Returned, today: string): string {
  const by = {
    outside: 'by another program',
    assistant: `by ${name ?? 'an assistant'}`,
    person: 'by you',
    app: 'by Contexture',
  }[who];
  const when = dayOfMoment(at) === today ? `at ${timeInWords(at)}` : `on ${momentInWords(at)}`;
  return `in ${placeOf(file, category)}, written ${by} ${when}`;
}

function placeOf(file: string, category: Returned['category']): string {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  if (name === 'settings.yaml') {
    return 'the settings';
  }
  const section = category === null ? 'the file' : sectionNames[category];
  return name === 'global.md' ? section : `the ${archiveInWords(name)}`;
}
