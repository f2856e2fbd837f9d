import { splitLines } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { type MergeChoice, type MergeConflict, mergeTexts } from '../merge.ts';
import { repairFrontmatter, withChangeCounted } from './frontmatter-edits.ts';
import { readContext } from './read-document.ts';

type Side = 'mine' | 'base' | 'theirs';

/** Merges both versions of a conflict git left, by entries; contradicting ones stay. No change if none is complete. */
export function mergeConflicts(document: MemoryDocument, today: string): MemoryDocument {
  const sides = sidesOf(document);
  if (sides === null) {
    return document;
  }
  const [base, mine, theirs] = [readContext(sides.base), readContext(sides.mine), readContext(sides.theirs)];
  const { conflicts } = mergeTexts(base, mine, theirs);
  const merged = readContext(mergeTexts(base, mine, theirs, conflicts.map(choiceOf)).text);
  return merged.frontmatter.status === 'broken'
    ? readContext(repairFrontmatter(merged, today))
    : withChangeCounted(document, merged, today);
}

/** Chooses the later of two counted values; of all others both are kept. */
function choiceOf({ key, mine, theirs }: MergeConflict): MergeChoice {
  const value = (line: string | null): string | undefined =>
    key === null ? undefined : /^(?:last_updated|version|token_estimate): *(\S*)/.exec(line ?? '')?.[1];
  const [ours, others] = [value(mine), value(theirs)];
  if (ours === undefined || others === undefined) {
    return 'both';
  }
  const isLater = key === 'last_updated' ? others > ours : Number(others) > Number(ours);
  return isLater ? 'theirs' : 'mine';
}

/** Extracts the texts that git had; null without a complete conflict. Code blocks are left alone. */
function sidesOf({ text, frontmatter: { body }, diagnostics }: MemoryDocument): Record<Side, string> | null {
  const reported = new Set(diagnostics.flatMap(({ code, from }) => (code === 'conflict_markers' ? [from] : [])));
  const begins = (at: number): boolean => reported.has(at) || (body !== null && at >= body.from && at < body.to);
  const sides: Record<Side, string[]> = { mine: [], base: [], theirs: [] };
  let hasConflict = false;
  /** Conflict being read: its lines unchanged, and those of each side. */
  let open: { lines: string[]; side: Side; sides: Record<Side, string[]> } | null = null;
  const keep = (lines: readonly string[]): void => {
    for (const side of [sides.mine, sides.base, sides.theirs]) {
      for (const line of lines) {
        side.push(line);
      }
    }
  };
  for (const { from, to, end } of splitLines(text)) {
    const [content, line] = [text.slice(from, to), text.slice(from, end)];
    if (isMarker(content, '<') && begins(from)) {
      keep(open?.lines ?? []);
      open = { lines: [line], side: 'mine', sides: { mine: [], base: [], theirs: [] } };
    } else if (open === null) {
      keep([line]);
    } else if (open.side === 'theirs' && isMarker(content, '>')) {
      for (const side of ['mine', 'base', 'theirs'] as const) {
        for (const each of open.sides[side]) {
          sides[side].push(each);
        }
      }
      open = null;
      hasConflict = true;
    } else {
      open.lines.push(line);
      const next = nextSide(open.side, content);
      if (next === null) {
        open.sides[open.side].push(line);
      } else {
        open.side = next;
      }
    }
  }
  keep(open?.lines ?? []);
  return hasConflict ? { mine: sides.mine.join(''), base: sides.base.join(''), theirs: sides.theirs.join('') } : null;
}

/** Finds the side that a marker within a conflict begins; null for any other line. */
function nextSide(side: Side, content: string): Side | null {
  if (side === 'mine' && isMarker(content, '|')) {
    return 'base';
  }
  return side !== 'theirs' && content === '=======' ? 'theirs' : null;
}

/** True if a line is a marker, which may name the origin of its side. */
const isMarker = (content: string, character: '<' | '|' | '>'): boolean =>
  content.startsWith(character.repeat(7)) && (content.length === 7 || content[7] === ' ');
