import type { Returned } from '#shared/contract/features/erasure.ts';
import { dayOfMoment, momentInWords, timeInWords } from '../../wording/dates.ts';
import { archiveInWords, sectionNames } from '../../wording/names.ts';

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
