import type { Capabilities, FormatId } from '../contract/capabilities.ts';
import type { ContextUpdate, Operation } from '../contract/changes.ts';
import type { Repair } from '../contract/features/memory.ts';
import type { Category, Range } from '../entries/entry.ts';
import type { KnownRewording } from '../entries/match-entries.ts';
import type { TextMeasure } from '../entries/measure.ts';
import type { Eraser } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { EntryPatch, OnDuplicate } from './entry-patch.ts';
import type { EntryPlan } from './entry-plan.ts';
import type { Merge, MergeChoice } from './merge.ts';

/** Reads a text; never throws. Parts that equal an earlier version (`before`) need not be read again. */
export type TextReader = (text: string, before?: MemoryDocument) => MemoryDocument;

/** Entry on its way to an archive file. */
export type Departure = {
  readonly entry: ParsedEntry;
  readonly byHand: boolean;
  /** Set if a blank line takes its place, to separate the lines around it. */
  readonly leavesGap?: boolean;
};

/** Entry on its way back from an archive file. */
export type Return = {
  readonly entry: ParsedEntry;
  /** Section to return to; null if the format has none of the categories. */
  readonly category: Category | null;
  readonly onDuplicate: OnDuplicate | undefined;
};

export type OperationsPlan = {
  readonly plan: EntryPlan;
  readonly departures: readonly Departure[];
  /** New texts of entries that stay in their section. */
  readonly rewordings: readonly KnownRewording[];
  readonly notes?: readonly string[];
};

export type FileFormat = {
  readonly read: TextReader;
  /** Merges two texts with one origin by entries. `choices` settles conflicts: the same entry changed on both sides. */
  readonly merge: (
    base: MemoryDocument,
    mine: MemoryDocument,
    theirs: MemoryDocument,
    choices?: readonly MergeChoice[],
  ) => Merge;
  /** Returns the document without a text that must not be kept; the same one if it does not occur. */
  readonly erase: (document: MemoryDocument, eraser: Eraser) => MemoryDocument;
  /** Ranges of words of the format, in order: text there is not the person's. */
  readonly syntaxOf: (document: MemoryDocument) => readonly Range[];
  /** Plans the edits that take entries out, with their separators. */
  readonly remove: (document: MemoryDocument, entries: readonly ParsedEntry[]) => EntryPlan;
  /** Plans the changes between two other versions. @throws `key_exists`, `change_superseded`, `section_unclear` */
  readonly patch: (document: MemoryDocument, patch: EntryPatch, onDuplicate: OnDuplicate | undefined) => EntryPlan;
};

/** Files in which a format keeps entries that no longer fit its memory. */
export type ArchiveFormat = FileFormat & {
  /** Name of the file of a day (`YYYY-MM-DD`), and the day in a name; null for any other name. */
  readonly nameOf: (day: string) => string;
  readonly dayOf: (name: string) => string | null;
  /** Begins a file without entries. @param byHand true if a person archives, rather than the size rule */
  readonly begin: (today: string, byHand: boolean) => MemoryDocument;
  /** Adds entries that leave `memory` to a file (null: a new one); it keeps every byte it has. */
  readonly add: (
    document: MemoryDocument | null,
    departures: readonly Departure[],
    memory: MemoryDocument,
    today: string,
  ) => MemoryDocument;
  /** Facts in the file about itself, as written; null if missing. */
  readonly facts: (document: MemoryDocument) => { readonly date: string | null; readonly reason: string | null };
  /** Set if a file without entries is valid; else it is reported as no archive. */
  readonly mayBeEmpty?: true;
  /** True if the category of an archived entry is a guess, because its line has none. */
  readonly isCategoryGuessed: (entry: ParsedEntry) => boolean;
};

export type FrontmatterOffer = { readonly name: string; readonly value: string; readonly purpose: string };

/** Files beside a memory in which its assistant itself takes notes each day. */
export type DailyNotes = { readonly folder: string; readonly format: ArchiveFormat };

/** Further file that a text has its assistant read. */
export type Import = {
  /** Path relative to the file that names it, unless it begins with `~/` or `/`. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** True if it can only be a path. `@ann` is one only if there is such a file. */
  readonly isMeant: boolean;
  /** Set if the path seems to go on behind a blank, at which it ends for its assistant. */
  readonly isCut?: true;
};

export type ImportedText = { readonly text: string; readonly imports: readonly Import[] };

/** Way to keep a memory in a file. Code above the formats does not know which: capabilities tell them apart. */
export type MemoryFormat = FileFormat & {
  readonly id: FormatId;
  readonly capabilities: Capabilities;
  /** Suffix, behind the memory's name, of the file that its program locks while it writes; left out if none. */
  readonly lockBeside?: string;
  /** Set if the assistant's own settings may give another limit. */
  readonly configured?: {
    /** Settings file, relative to the memory's folder, or to the home of its program. */
    readonly file: readonly string[];
    /** Home of its program with the settings: the folder that a variable names, else one below the home folder. */
    readonly home?: { readonly variable: string; readonly folder: string };
    /** Set if the limit is for several files together: their names by priority, and the limit by default. */
    readonly together?: { readonly names: readonly string[]; readonly limit: number };
    /** Reads the limit from settings; null if they have none. */
    readonly limitIn: (settings: string) => number | null;
    readonly withLimit: (limit: number) => MemoryFormat;
  };
  /** Set if its program refuses to exceed the limit, where ours archives something instead. */
  readonly refusesOverLimit?: true;
  /** Unit of its budget; null if the workspace's settings give it. */
  readonly measure: TextMeasure | null;
  /** Null if entries that leave the memory have nowhere to go. */
  readonly archive: ArchiveFormat | null;
  /** Left out if its assistant keeps none. */
  readonly dailyNotes?: DailyNotes;
  /** Prepares a missing or blank file for writing; its white space stays. */
  readonly begin: (document: MemoryDocument, today: string) => MemoryDocument;
  /** Plans all or none. @throws `entry_changed`, `entry_gone`, `…_invalid`, `key_exists`, `section_unclear` */
  readonly plan: (
    document: MemoryDocument,
    operations: readonly Operation[],
    today: string,
    by: 'person' | 'assistant',
  ) => OperationsPlan;
  /** @throws `updates_invalid` (details.items) if any of them can't be written */
  readonly checkUpdates: (updates: readonly unknown[], assistant?: string) => ContextUpdate[];
  /** Plans the edits that apply checked updates, with remarks on them. */
  readonly planUpdates: (
    document: MemoryDocument,
    updates: readonly ContextUpdate[],
    today: string,
  ) => { readonly plan: EntryPlan; readonly notes: readonly string[] };
  /** Plans the edits that add an update behind the entries it contradicts, which stay. */
  readonly planBeside: (document: MemoryDocument, update: ContextUpdate, today: string) => EntryPlan;
  /** Plans the edits that restore archived entries. @throws `key_exists` */
  readonly planReturns: (document: MemoryDocument, returns: readonly Return[], today: string) => EntryPlan;
  readonly sectionOf: (category: Category) => string;
  /** Counts the change, if the format counts changes; returns the document as before if its text is. */
  readonly count: (before: MemoryDocument, after: MemoryDocument, today: string) => MemoryDocument;
  /** Sets the counted values of an earlier text to their present ones: they never count back. */
  readonly withCountOf: (now: MemoryDocument, wanted: MemoryDocument) => MemoryDocument;
  /** Makes the text an assistant starts with. @param leftOut true to give only names of entries about others */
  readonly givenToAssistant: (
    document: MemoryDocument,
    today: string,
    leftOut?: boolean,
  ) => { readonly guidance: string | null; readonly memory: string };
  readonly imports?: {
    /** Depth of files, each named in the one before, that are still read. */
    readonly deepest: number;
    /** @param text of the memory, or of a file it imports */
    readonly load: (text: string) => ImportedText;
  };
  /** Values a person may be offered for the frontmatter: name, value, and purpose. @param tokens by the measure */
  readonly frontmatterOffers: (today: string, tokens: number) => readonly FrontmatterOffer[];
  /** True for the heading that every memory begins with, which says nothing. */
  readonly isTitle: (heading: string) => boolean;
  /** Writes the text of an entry that names a topic file, without its bullet; null if there are no such entries. */
  readonly lineOfTopic: ((topic: { title: string; file: string; hook: string }) => string) | null;
  /** Plans the edits that rename a topic file in all entries that name it; left out if there are no such entries. */
  readonly renameTopic?: (
    document: MemoryDocument,
    file: string,
    to: string,
  ) => Pick<OperationsPlan, 'plan' | 'rewordings'>;
  readonly repair: (document: MemoryDocument, repair: Repair, today: string) => MemoryDocument;
};
