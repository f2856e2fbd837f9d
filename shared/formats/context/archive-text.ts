import type { Category } from '../../entries/entry.ts';
import { addTo } from '../../entries/multimap.ts';
import { isCalendarDate } from '../../text/dates.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { runPlan } from '../entry-plan.ts';
import type { Departure } from '../format.ts';
import { writeBracket } from './bracket.ts';
import { addToSections } from './place.ts';
import { readArchive } from './read-document.ts';
import { archivedSections } from './section-names.ts';
import { writeEntry } from './write-entry.ts';

export const archiveName = (date: string): string => `global-${date}.md`;

/** Reads the day from an archive file's name; null for any other name. */
export function dateOfArchiveName(name: string): string | null {
  const day = /^global-(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1];
  return day !== undefined && isCalendarDate(day) ? day : null;
}

/** Adds entries to an archive (null: a new one), which keeps every byte. @param unknownDate for undated entries */
export function addToArchive(
  known: MemoryDocument | null,
  departures: readonly Departure[],
  about: { readonly today: string; readonly unknownDate: string },
): MemoryDocument {
  const byHand = departures.every((departure) => departure.byHand);
  const isEmpty = known === null || known.text.trim() === '';
  const document = isEmpty ? readArchive(newArchive(about.today, byHand)) : known;
  const raws = new Map<Category, string[]>();
  for (const departure of departures) {
    const raw = archivedLines(departure, about.unknownDate, document.lineEnd);
    addTo(raws, departure.entry.category ?? 'insight', raw);
  }
  return runPlan(document, addToSections(document, archivedSections, raws, new Set()), readArchive);
}

export function newArchive(today: string, byHand: boolean): string {
  const reason = byHand ? 'user_request' : 'size_management';
  return `---\narchived_from: global.md\narchived_date: ${today}\nreason: ${reason}\n---\n\n# Archived Context (${today})\n`;
}

function archivedLines({ entry, byHand }: Departure, unknownDate: string, lineEnd: MemoryDocument['lineEnd']): string {
  const bracket = writeBracket({
    // A date that does not exist is kept as it was written, like everything else.
    date: entry.syntax.writtenDate ?? unknownDate,
    confidence: entry.confidence,
    source: entry.source,
    flags: { ...entry.flags, undated: entry.flags.undated || entry.syntax.writtenDate === null, byHand },
  });
  return writeEntry({ key: entry.key, value: entry.value, bracket, indent: 0, marker: '-' }, lineEnd);
}

/** True if an archived entry's section is a guess: under an unknown heading, or in the older form. */
export const isCategoryGuessed = (entry: ParsedEntry): boolean => entry.category === null || !entry.ownConfidence;

export function archiveFact(document: MemoryDocument, name: 'archived_date' | 'reason'): string | null {
  const { body } = document.frontmatter;
  const written =
    body && new RegExp(`^${name}:[ \\t]*(\\S+)[ \\t]*$`, 'm').exec(document.text.slice(body.from, body.to));
  return written?.[1] ?? null;
}
