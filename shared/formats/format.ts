import type { Capabilities, FormatId } from '../contract/capabilities.ts';
import type { ContextUpdate, Operation } from '../contract/changes.ts';
import type { Repair } from '../contract/features/memory.ts';
import type { Category, Range } from '../entries/entry.ts';
import type { Rewording } from '../entries/match-entries.ts';
import type { TextMeasure } from '../entries/measure.ts';
import type { Eraser } from '../text/eraser.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { EntryPatch, OnDuplicate } from './entry-patch.ts';
import type { EntryPlan } from './entry-plan.ts';
import type { Merge, MergeChoice } from './merge.ts';

/** Reads a text; never throws. What is the same as in an earlier version (`before`) need not be read again. */
export type Read = (text: string, before?: MemoryDocument) => MemoryDocument;

/** An entry on its way to an archive file. */
export type Departure = {
  readonly entry: ParsedEntry;
  readonly byHand: boolean;
  /** Set if a blank line takes its place, to part what it stood between. */
  readonly leavesGap?: boolean;
};

/** An entry on its way back from an archive file. */
export type Return = {
  readonly entry: ParsedEntry;
  /** The section to return to; null where the format has none of the categories. */
  readonly category: Category | null;
  readonly onDuplicate: OnDuplicate | undefined;
};

export type OperationsPlan = {
  readonly plan: EntryPlan;
  readonly departures: readonly Departure[];
  /** What became of entries that stay in their section. */
  readonly rewordings: readonly Rewording[];
  /** What is worth saying of where entries came to stand. */
  readonly notes?: readonly string[];
};

/** A file of a format: how it is read, and what can be done to it whatever it holds. */
export type FileFormat = {
  readonly read: Read;
  /** Merges two texts with one origin by entries. `choices` settles conflicts: the same entry changed on both sides. */
  readonly merge: (
    base: MemoryDocument,
    mine: MemoryDocument,
    theirs: MemoryDocument,
    choices?: readonly MergeChoice[],
  ) => Merge;
  /** The document without a text that must not be kept; the same one where it does not occur. */
  readonly erase: (document: MemoryDocument, eraser: Eraser) => MemoryDocument;
  /** Where it is written in words of the format, in order: there a text is no text. */
  readonly syntaxOf: (document: MemoryDocument) => readonly Range[];
  /** The edits that take entries out, with what parts them from others. */
  readonly remove: (document: MemoryDocument, entries: readonly ParsedEntry[]) => EntryPlan;
  /**
   * The edits that carry out on this version what changed between two others.
   * @throws `key_exists`, `change_superseded`, `section_unclear`
   */
  readonly patch: (document: MemoryDocument, patch: EntryPatch, onDuplicate: OnDuplicate | undefined) => EntryPlan;
};

/** The files in which a format keeps what no longer fits its memory. */
export type ArchiveFormat = FileFormat & {
  /** Name of the file of a day (`YYYY-MM-DD`), and the day that a name says; null if it is named otherwise. */
  readonly nameOf: (day: string) => string;
  readonly dayOf: (name: string) => string | null;
  /** A file without entries. @param byHand whether a person archives, or the size rule */
  readonly begin: (today: string, byHand: boolean) => MemoryDocument;
  /** A file (null: a new one) with entries added that leave `memory`; it keeps every byte it has. */
  readonly add: (
    document: MemoryDocument | null,
    departures: readonly Departure[],
    memory: MemoryDocument,
    today: string,
  ) => MemoryDocument;
  /** What a file says of itself, as written; null where it says nothing. */
  readonly facts: (document: MemoryDocument) => { readonly date: string | null; readonly reason: string | null };
  /** Whether a file with nothing in it is one; else it is told of as none. */
  readonly mayBeEmpty?: true;
  /** Whether the category of an archived entry is a guess, because its line does not say. */
  readonly isCategoryGuessed: (entry: ParsedEntry) => boolean;
};

export type FrontmatterOffer = { readonly name: string; readonly value: string; readonly purpose: string };

/** Files beside a memory in which its assistant notes each day by itself. */
export type DailyNotes = { readonly folder: string; readonly format: ArchiveFormat };

/** A file that a text has its assistant read, too. */
export type Import = {
  /** Relative to the file that says so, unless it begins with `~/` or `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Whether it can be nothing but a path. `@ann` is only one where there is such a file. */
  readonly isMeant: boolean;
  /** Set if the path seems to go on behind a blank, where it ends for its assistant. */
  readonly isCut?: true;
};

/** What a file comes to that is read because another says so. */
export type Loaded = { readonly text: string; readonly imports: readonly Import[] };

/** One way to keep a memory in a file. Nothing above the formats knows which: capabilities tell them apart. */
export type MemoryFormat = FileFormat & {
  readonly id: FormatId;
  readonly capabilities: Capabilities;
  /** By a lock on a file named like the memory, with this behind, its program keeps others out while it writes; left out where it has none. */
  readonly lockBeside?: string;
  /** Where the assistant's own settings may say another limit. */
  readonly configured?: {
    /** Their file, as seen from the memory's folder, or from the home of its program. */
    readonly file: readonly string[];
    /** Where its program keeps its settings: in the folder that a variable names, else in one below the home folder. */
    readonly home?: { readonly variable: string; readonly folder: string };
    /** Set if the limit is for several files together: what they are called, first of all, and the limit where settings say none. */
    readonly together?: { readonly names: readonly string[]; readonly limit: number };
    /** The limit that they say; null where they say none. */
    readonly limitIn: (settings: string) => number | null;
    /** The same format with that limit. */
    readonly withLimit: (limit: number) => MemoryFormat;
  };
  /** Its program refuses what would go over the limit, where ours archives something for it. */
  readonly refusesOverLimit?: true;
  /** What its budget is counted in; null where the workspace's settings say it. */
  readonly measure: TextMeasure | null;
  /** Null where what leaves the memory has nowhere to go. */
  readonly archive: ArchiveFormat | null;
  /** Left out where its assistant keeps none. */
  readonly dailyNotes?: DailyNotes;
  /** What to begin with where there is no file, or nothing in it but white space, which stays. */
  readonly begin: (document: MemoryDocument, today: string) => MemoryDocument;
  /** All or none. @throws `entry_changed`, `entry_gone`, `…_invalid`, `key_exists`, `section_unclear` */
  readonly plan: (
    document: MemoryDocument,
    operations: readonly Operation[],
    today: string,
    by: 'person' | 'assistant',
  ) => OperationsPlan;
  /** @throws `updates_invalid` (details.items) where any of them can't be written */
  readonly checkUpdates: (updates: readonly unknown[], assistant?: string) => ContextUpdate[];
  /** The edits that apply checked updates, and what is worth saying of them. */
  readonly planUpdates: (
    document: MemoryDocument,
    updates: readonly ContextUpdate[],
    today: string,
  ) => { readonly plan: EntryPlan; readonly notes: readonly string[] };
  /** The edits that add an update behind the entries it speaks against, which stay. */
  readonly planBeside: (document: MemoryDocument, update: ContextUpdate, today: string) => EntryPlan;
  /** The edits that bring archived entries back. @throws `key_exists` */
  readonly planReturns: (document: MemoryDocument, returns: readonly Return[], today: string) => EntryPlan;
  /** What a section is called under which entries of a category stand. */
  readonly sectionOf: (category: Category) => string;
  /** The document with its change counted, where the format counts changes; as it was before where the text is. */
  readonly count: (before: MemoryDocument, after: MemoryDocument, today: string) => MemoryDocument;
  /** An earlier text with what the format counts as it is now: it never counts back. */
  readonly withCountOf: (now: MemoryDocument, wanted: MemoryDocument) => MemoryDocument;
  /**
   * What an assistant starts with: the memory as it is given it, and what is said before that; null for nothing.
   * @param leftOut whether what is about someone else is only named, as far as the format can (`capabilities.recall`)
   */
  readonly givenToAssistant: (
    document: MemoryDocument,
    today: string,
    leftOut?: boolean,
  ) => { readonly guidance: string | null; readonly memory: string };
  /** How its assistant reads further files that a text names; left out where it does not. */
  readonly imports?: {
    /** Of so many files, each named in the one before, the last is still read. */
    readonly deepest: number;
    /** @param text of the memory, or of a file that is read because of it */
    readonly load: (text: string) => Loaded;
  };
  /** What a person may be offered to write in the frontmatter: name, value, and what it is for. @param tokens by the measure */
  readonly frontmatterOffers: (today: string, tokens: number) => readonly FrontmatterOffer[];
  /** Whether a heading is the one that every memory begins with, which says nothing. */
  readonly isTitle: (heading: string) => boolean;
  /** The text of an entry that names a topic file, without its bullet; null where there are no such entries. */
  readonly lineOfTopic: ((topic: { title: string; file: string; hook: string }) => string) | null;
  /** The edits by which all entries that name a topic file name it by another name; left out where there are no such entries. */
  readonly renameTopic?: (
    document: MemoryDocument,
    file: string,
    to: string,
  ) => Pick<OperationsPlan, 'plan' | 'rewordings'>;
  /** The repairs that its diagnostics offer. */
  readonly repair: (document: MemoryDocument, repair: Repair, today: string) => MemoryDocument;
};
