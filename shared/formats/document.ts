import type { Diagnostic, NotUnderstood } from '../contract/features/memory.ts';
import { type Category, type Entry, noFlags, type Range } from '../entries/entry.ts';
import type { Line, LineEnd } from '../text/lines.ts';

/** Written form of an entry: item of a list, row of a table, block of code (`fence`, or `code` if indented), … */
export type EntryForm = 'item' | 'row' | 'paragraph' | 'quote' | 'fence' | 'code';

/** Entry with the ranges of its parts, for edits that leave the rest of its line as it is. */
export type ParsedEntry = Entry & {
  readonly syntax: {
    readonly form: EntryForm;
    /** Columns before the bullet, or before the text if there is none. */
    readonly indent: number;
    /** Start of the bullet, the number or the first pipe, or of the text if there is none. */
    readonly marker: number;
    /** Range from `[` to `]`; null if there is no bracket. */
    readonly bracket: Range | null;
    /** Date as written, even if no such day exists; null without a bracket. */
    readonly writtenDate: string | null;
    /** Confidence as written, even if unknown; null without one. */
    readonly writtenConfidence: string | null;
    /** Key and value, up to the end of the entry. */
    readonly text: Range;
    /** Offset after the entry's last line end and everything that belongs to it. */
    readonly blockEnd: number;
    /** Index into the document's sections; -1 before any heading. */
    readonly section: number;
    /** Place in its memory, in an archive that has it. */
    readonly place?: EntryPlace;
    /** Position of an item among the joined ones of its memory, from 1, in an archive of such items. */
    readonly position?: number;
  };
};

/** Details of an entry whose format has no place for any. */
export const noDetails = {
  category: null,
  confidence: 'tentative',
  ownConfidence: false,
  date: null,
  source: null,
  flags: noFlags,
  ordinal: 0,
  bracketWords: 0,
} as const;

export const noBracket = { bracket: null, writtenDate: null, writtenConfidence: null } as const;

export type EntryPlace = {
  /** Line in which it began, from 1. */
  readonly line: number;
  /** End of its last line, empty if there was none; null for the most frequent one of the memory. */
  readonly lineEnd: LineEnd | '' | null;
  /** True if a blank line took its place. */
  readonly leavesGap: boolean;
};

/** Level from which a section's head is no heading, but a line that heads the list below it, in free markdown. */
export const firstSubLevel = 7;

/** Characters of a line that can be a heading without a `#`, in free markdown. */
export const longestTitle = 200;

/** Heading with the lines under it, deeper headings included for a category's section. */
export type Section = {
  readonly category: Category | null;
  readonly title: string;
  readonly level: number;
  readonly heading: Range;
  /** Offset after the heading's line end. */
  readonly bodyStart: number;
  /** Start of the next heading that does not belong to it, or the text's end. */
  readonly bodyEnd: number;
  /** End of the last line of the body that is not blank; `bodyStart` if there is none. */
  readonly contentEnd: number;
  /** Start of a code fence or comment in the body that never ends; nothing may be added after it. */
  readonly unclosedAt: number | null;
  /** True if the body holds lines that are neither blank, entries nor headings. */
  readonly hasOtherText: boolean;
};

export type OpenSection = { -readonly [K in keyof Section]: Section[K] };

/** Begins a section that has nothing below its heading yet. */
export const beginSection = (
  { from, to, end }: Line,
  about: Pick<Section, 'category' | 'title' | 'level' | 'bodyEnd'>,
): OpenSection => ({
  ...about,
  heading: { from, to },
  bodyStart: end,
  contentEnd: end,
  unclosedAt: null,
  hasOtherText: false,
});

/** Known frontmatter value, with its range. `value` is null if it can't be used as it is written. */
export type FrontmatterValue<T> = { readonly value: T | null; readonly written: string; readonly range: Range };

export type Frontmatter = {
  readonly status: 'present' | 'missing' | 'unclosed' | 'broken';
  /** Range between the two `---` lines, for `present` and `broken`. */
  readonly body: Range | null;
  /** Offset after the byte order mark, for a new frontmatter. */
  readonly start: number;
  readonly lastUpdated: FrontmatterValue<string> | null;
  readonly version: FrontmatterValue<number> | null;
  readonly tokenEstimate: FrontmatterValue<number> | null;
};

export const noFrontmatter: Frontmatter = {
  status: 'missing',
  body: null,
  start: 0,
  lastUpdated: null,
  version: null,
  tokenEstimate: null,
};

/** Result of reading a text in a format: everything in it, understood or not. */
export type MemoryDocument = {
  readonly text: string;
  readonly lineEnd: LineEnd;
  readonly frontmatter: Frontmatter;
  readonly sections: readonly Section[];
  /** Entries in file order. */
  readonly entries: readonly ParsedEntry[];
  readonly notUnderstood: readonly (NotUnderstood & Range)[];
  readonly diagnostics: readonly Diagnostic[];
  readonly words: number;
};
