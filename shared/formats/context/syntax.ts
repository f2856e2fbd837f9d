import { aboutKinds } from '../../entries/about.ts';
import { personSource } from '../../entries/correction.ts';
import { confidences, type Range } from '../../entries/entry.ts';
import type { MemoryDocument, ParsedEntry, Section } from '../document.ts';
import { unknownSource } from './bracket.ts';

/** Text our own programs write there: names of values, and values that are nobody’s words. */
const fact = /^[ \t]*(?:last_updated|version|token_estimate|archived_from|archived_date|reason):/;
const factValue = /^[ \t]*['"]?(?:[\d-]+|global\.md|size_management|user_request)['"]?(?=[ \t]*(?:#|$))/;
const sectionName = /^(?:archived[ \t]+)?\p{L}+/iu;
const sure = new RegExp(`^[ \\t]*\\((?:${confidences.join('|')})\\)`, 'i');
const title = /^#[ \t]+(?:Global Context|Archived Context(?:[ \t]+\(\d{4}-\d{2}-\d{2}\))?)(?=[ \t]*$)/gm;
const bracketWord = new RegExp(
  `^(?:\\d{4}-\\d{2}-\\d{2}|until=\\d{4}-\\d{2}-\\d{2}|pinned|by_hand|confirmed|undated|${unknownSource}|${confidences.join('|')})$`,
  'i',
);
/** Prefix of the name of who or what an entry is about. */
const aboutWord = new RegExp(`^about=(?:${aboutKinds.join('|')}):`);

/** Ranges of words of the format, in order: dates, confidences, flags, sections, counted values; nobody's own words. */
export function syntaxOf(document: MemoryDocument): readonly Range[] {
  const { text, frontmatter, sections, entries } = document;
  const ranges = [
    ...(frontmatter.body === null ? [] : factsIn(text, frontmatter.body)),
    ...[...text.matchAll(title)].map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
    ...sections.flatMap((section) => headingOf(text, section)),
    ...entries.flatMap((entry) => bracketOf(text, entry)),
  ];
  return ranges.sort((one, other) => one.from - other.from);
}

function factsIn(text: string, body: Range): Range[] {
  const ranges: Range[] = [];
  let from = body.from;
  for (const line of text.slice(body.from, body.to).split('\n')) {
    const name = fact.exec(line)?.[0];
    if (name !== undefined) {
      const value = factValue.exec(line.slice(name.length).replace(/\r$/, ''))?.[0] ?? '';
      ranges.push({ from, to: from + name.length + value.length });
    }
    from += line.length + 1;
  }
  return ranges;
}

function headingOf(text: string, { category, heading, title: said }: Section): Range[] {
  const at = text.indexOf(said, heading.from);
  const name = sectionName.exec(said)?.[0];
  if (category === null || name === undefined || at === -1 || at >= heading.to) {
    return [];
  }
  const certainty = sure.exec(said.slice(name.length))?.[0] ?? '';
  return [{ from: heading.from, to: at + name.length + certainty.length }];
}

function bracketOf(text: string, { syntax: { bracket } }: ParsedEntry): Range[] {
  if (bracket === null) {
    return [];
  }
  const ranges: Range[] = [];
  let from = bracket.from + 1;
  for (const [index, field] of text
    .slice(from, bracket.to - 1)
    .split('|')
    .entries()) {
    const isSource = index === 2;
    const start = from + field.length - field.trimStart().length;
    const word = field.trim();
    const about = isSource ? undefined : aboutWord.exec(word)?.[0];
    if (about !== undefined) {
      ranges.push({ from: start, to: start + about.length });
    } else if (bracketWord.test(word)) {
      ranges.push({ from: start, to: start + word.length });
    } else if (isSource && (word === personSource || word.startsWith(`${personSource}:`))) {
      ranges.push({ from: start, to: start + personSource.length });
    }
    from += field.length + 1;
  }
  return ranges;
}
