import type { Diagnostic, NotUnderstood } from '../contract/features/memory.ts';
import type { Category, Entry, Range } from '../entries/entry.ts';
import type { LineEnd } from '../text/lines.ts';

/** How an entry is written. `item`: of a list; `row`: of a table; `fence` and `code`: a block of code, fenced or indented. */
export type EntryForm = 'item' | 'row' | 'paragraph' | 'quote' | 'fence' | 'code';

/** An entry with the places of its parts, for edits that leave the rest of its line as it is. */
export type ParsedEntry = Entry & {
  readonly syntax: {
    readonly form: EntryForm;
    /** Columns before the bullet, or before the text where there is none. */
    readonly indent: number;
    /** Where the bullet, the number or the first pipe stands, or the text where there is none. */
    readonly marker: number;
    /** `[` to `]`; null where there is no bracket. */
    readonly bracket: Range | null;
    /** The date as written, even if no such day exists; null without a bracket. */
    readonly writtenDate: string | null;
    /** The confidence as written, even if it is none we know; null without one. */
    readonly writtenConfidence: string | null;
    /** Key and value, up to the end of the entry. */
    readonly text: Range;
    /** After the entry's last line end, and what goes with it. */
    readonly blockEnd: number;
    /** Index into the document's sections; -1 before any heading. */
    readonly section: number;
    /** Its place in its memory, in an archive that says so. */
    readonly place?: EntryPlace;
    /** The same of an archive of items that are joined: which of them it was, from 1. */
    readonly position?: number;
  };
};

/** Where an archived entry stood in its memory. */
export type EntryPlace = {
  /** Line in which it began, from 1. */
  readonly line: number;
  /** End of its last line, empty if there was none; null for the one that most lines of the memory have. */
  readonly lineEnd: LineEnd | '' | null;
  /** True if a blank line took its place. */
  readonly leavesGap: boolean;
};

/** From this level on, what heads a section is no heading but a line that is only one to the list below it, in free markdown. */
export const firstSubLevel = 7;

/** Characters of a line that can be a heading without a `#`, in free markdown. */
export const longestTitle = 200;

/** A heading with what stands under it, deeper headings included for a category's section. */
export type Section = {
  readonly category: Category | null;
  readonly title: string;
  readonly level: number;
  readonly heading: Range;
  /** After the heading's line end. */
  readonly bodyStart: number;
  /** Start of the next heading that does not belong to it, or the text's end. */
  readonly bodyEnd: number;
  /** After the last line of the body that is not blank; `bodyStart` if there is none. */
  readonly contentEnd: number;
  /** Start of a code fence or comment in the body that never ends; nothing may be added after it. */
  readonly unclosedAt: number | null;
  /** True if the body holds lines that are neither blank, entries nor headings. */
  readonly hasOtherText: boolean;
};

/** A frontmatter value we know, where it stands. `value` is null where it can't be used as it is written. */
export type FrontmatterValue<T> = { readonly value: T | null; readonly written: string; readonly range: Range };

export type Frontmatter = {
  readonly status: 'present' | 'missing' | 'unclosed' | 'broken';
  /** Between the two `---` lines, for `present` and `broken`. */
  readonly body: Range | null;
  /** After the byte order mark, where a new frontmatter would stand. */
  readonly start: number;
  readonly lastUpdated: FrontmatterValue<string> | null;
  readonly version: FrontmatterValue<number> | null;
  readonly tokenEstimate: FrontmatterValue<number> | null;
};

/** What a format reads from a text: everything in it, understood or not. */
export type MemoryDocument = {
  readonly text: string;
  readonly lineEnd: LineEnd;
  readonly frontmatter: Frontmatter;
  readonly sections: readonly Section[];
  /** In file order. */
  readonly entries: readonly ParsedEntry[];
  readonly notUnderstood: readonly (NotUnderstood & Range)[];
  readonly diagnostics: readonly Diagnostic[];
  readonly words: number;
};
