import type { ServerCommand } from '#shared/connections/setting-form.ts';
import type { ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { HeadAndTail, OddRecord, WholeConversation } from '#shared/conversations/formats/format.ts';
import type { PackedTexts } from '#shared/conversations/search/packed-texts.ts';
import type { FoundSecret } from '#shared/scan/finding.ts';

/**
 * What the engine needs of the world, and all it gets. Implementations on Node are in `electron/node/`, in memory and
 * faulty in `electron/testing/`; each passes the same contract suites. Every failure is a `ContextureError`.
 */

export type FileInfo = {
  readonly size: number;
  /** Milliseconds since 1970, as fine as the file system has them. */
  readonly modifiedAt: number;
  /** The same of the last change to anything about the file; unlike the one above, no program can set it back. */
  readonly changedAt: number;
  /** Names the file itself, whatever its name: changes when it is replaced by rename, stays when rewritten in place. */
  readonly identity: string;
};

/** Whether a file is the one it was, as far as can be told without reading it. Null is no file. */
export function sameFile(a: FileInfo | null, b: FileInfo | null): boolean {
  return a === null || b === null
    ? a === b
    : a.size === b.size && a.modifiedAt === b.modifiedAt && a.changedAt === b.changedAt && a.identity === b.identity;
}

export type FileRead =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly bytes: Uint8Array; readonly hash: string; readonly info: FileInfo };

/** What a write took the place of. */
export type Displaced = {
  /** The version that was there; null if there was no file. */
  readonly version: { readonly bytes: Uint8Array; readonly hash: string } | null;
  /**
   * What a program that still held the file made of it, some two seconds later, or when the ports are closed; null if
   * nothing. Never rejects.
   */
  readonly late: Promise<Uint8Array | null>;
  /** Facts about the file now in place; taking its name may have been its last change, which is not in `changedAt`. */
  readonly info: FileInfo;
  /** Set where the target could not be exchanged and was written in place: why, in a sentence. */
  readonly inPlace: string | null;
};

export type FolderItem = {
  readonly name: string;
  /** Of a symbolic link, what it leads to. */
  readonly kind: 'file' | 'folder' | 'other';
  /** False where it is known to be no symbolic link. */
  readonly mayBeLink: boolean;
};

export type Files = {
  /**
   * Reads a file whole, through a link.
   * @throws `not_a_file`, `no_permission`, `too_large` (over `maxBytes`; details.size), `io_failed`
   */
  read(path: string, options: { readonly maxBytes: number }): Promise<FileRead>;
  /**
   * Reads a part of a file of any size, through a link: fewer bytes where it ends before. Null if there is no file.
   * @throws `not_a_file`, `no_permission`, `io_failed`
   */
  readPart(
    path: string,
    from: number,
    length: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly info: FileInfo } | null>;
  /** Null if there is nothing. Follows a symbolic link. */
  info(path: string): Promise<(FileInfo & { readonly kind: FolderItem['kind'] }) | null>;
  /** Files and folders in a folder, in any order; symbolic links as what they lead to, dangling ones as `other`. Empty if there is no folder. */
  list(folder: string): Promise<FolderItem[]>;
  /** Paths of the hidden files that writes of ours use beside their target, which `list` leaves out. */
  leftovers(folder: string): Promise<string[]>;
  /** The path with links resolved; null if there is nothing. */
  realPath(path: string): Promise<string | null>;
  /**
   * Where a path leads, links resolved; also one where nothing is yet: what is written there would be there. Links in a circle
   * lead nowhere, which is the path itself.
   */
  destination(path: string): Promise<string>;
  makeFolder(folder: string): Promise<void>;
  /** Removes a folder, and those in it, as far as nothing is in them: no file is ever lost by that. Never rejects. */
  removeEmptyFolders(folder: string): Promise<void>;
  /**
   * Gives a person’s folder another place, with all in it as it is: in one step, or, between file systems, copied, read back and
   * compared before it goes. Durable when it returns. The caller holds the lock.
   * @throws `key_exists` where something is there, `busy` where it changes meanwhile, `not_a_file`, `no_permission`, `disk_full`,
   * `io_failed`
   */
  moveFolder(from: string, to: string): Promise<void>;
  /** Finishes such a move that was cut off, or takes it back. @returns whether the folder has its new place */
  settleFolderMove(from: string, to: string): Promise<boolean>;
  /** Waits until a file that changed within the last 100 ms has been quiet that long, at most a second. */
  settle(path: string): Promise<void>;
  /**
   * Replaces a person's file in one step and hands back what was there. On failure the target is whole, old or new, and
   * no litter stays. Makes a missing folder; a missing file gets mode and group of the file `like`, where there is one.
   * @throws `no_permission`, `disk_full`, `not_a_file`, `busy`, `io_failed`
   */
  replace(path: string, bytes: Uint8Array, like?: string): Promise<Displaced>;
  /** Takes a person's file away and hands back what it held. Null version if there was none. */
  remove(path: string): Promise<Displaced>;
  /**
   * Adds lines to the end of a person's file that only ever grows: in one write, durable when it returns. A line that was cut
   * short there is ended first. A missing file is made, for this person alone to read. If it fails, part of what was to be
   * added may stand, the last line of it cut short; what stood before does. The caller holds the lock.
   * @param lines each without its end
   * @param maxBytes how long the file may become
   * @returns where in the file they begin and end, in bytes
   * @throws `no_permission`, `disk_full`, `not_a_file`, `too_large`, `io_failed`
   */
  append(
    path: string,
    lines: readonly string[],
    options: { readonly maxBytes: number },
  ): Promise<{ readonly from: number; readonly to: number }>;
  /** Writes a file only Contexture writes, whole or not at all, durable when it returns; mode 0600, its folders 0700. */
  store(path: string, bytes: Uint8Array): Promise<void>;
  /**
   * Copies a file of any size, as long as it was when this began, to one that only Contexture writes: whole or not at all,
   * durable when it returns. Null if there is none.
   * @throws `not_a_file`, `no_permission`, `disk_full`, `io_failed`
   */
  storeCopy(from: string, to: string): Promise<{ readonly bytes: number; readonly hash: string } | null>;
  /** Writes a file only Contexture writes, of any size, part by part: whole or not at all, durable when it returns. */
  storeParts(
    path: string,
    parts: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly bytes: number; readonly hash: string }>;
  /** Removes a file only Contexture writes; fine if there is none. */
  discard(path: string): Promise<void>;
  /** Adds a line to a file only Contexture writes. */
  appendLine(path: string, line: string): Promise<void>;
  /** Renames a folder only Contexture writes; does nothing if there is none, keeps the target if there is one. */
  renameFolder(from: string, to: string): Promise<void>;
  /**
   * Removes what interrupted writes of ours left; what `onRecovered` can't keep stays.
   * @returns the names of what it removed
   */
  sweep(folder: string, onRecovered?: (path: string, bytes: Uint8Array) => Promise<void>): Promise<string[]>;
};

/** What came of packing a folder: an archive under a hidden name beside where it is to be. */
export type PackedFolder = {
  /** Where it is. */
  readonly staged: string;
  /** Of the archive. */
  readonly hash: string;
  readonly bytes: number;
  /** Of the folder, as {@link FolderArchives.stampOf} gives it. */
  readonly stamp: string;
  /** Files that had other names as well, by their paths in the folder: each is a file of its own in the archive. */
  readonly severalNames: readonly string[];
};

/**
 * Archives of folders (tar, compressed with gzip), each with one folder in it, of the archive’s name. What is on its way has a
 * hidden name beside its place until `place` gives it that. Everything is durable when a call returns. The caller of what
 * changes something that has no hidden name holds the lock.
 */
export type FolderArchives = {
  /**
   * Packs a folder with all in it, reads the archive back and compares.
   * @throws `not_a_file` where something is neither file nor folder, `busy` where it changes meanwhile
   */
  pack(folder: string, archive: string): Promise<PackedFolder>;
  /** Another one if anything in the folder may be another by now: what is in it is looked at, and not read. */
  stampOf(folder: string): Promise<string>;
  /**
   * Unpacks an archive, reads what came of it back and compares. Times and modes are as they were, as far as the file system has them.
   * @returns where it is, and the hash of the archive
   * @throws `value_invalid` where it is damaged, or something in it would be elsewhere than in its folder
   */
  unpack(archive: string, folder: string): Promise<{ readonly staged: string; readonly hash: string }>;
  /** Gives a file or folder with a hidden name its place. @throws `key_exists` where something is there */
  place(staged: string, target: string): Promise<void>;
  /** Gives a folder a hidden name in one step. */
  setAside(folder: string): Promise<string>;
  /** Where a folder is that was set aside, by anyone; null if there is none. */
  asideOf(folder: string): Promise<string | null>;
  /** Removes a folder that was set aside, or an archive. What else stands there is left. Fine if there is none. */
  remove(path: string): Promise<void>;
  /** Whether all that is in the folder is in the archive just so, and the other way round. @throws `value_invalid` */
  compare(folder: string, archive: string): Promise<{ readonly isInArchive: boolean; readonly isInFolder: boolean }>;
  /** SHA-256 of an archive; null if there is none. */
  hashOf(archive: string): Promise<string | null>;
  /**
   * The files in an archive that are wanted, by their paths in its folder, in the order in which they stand there.
   * @throws `value_invalid` where it is damaged, `too_large` for a file over 64 MB
   */
  read(
    archive: string,
    wanted: (path: string, size: number) => boolean,
  ): AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Puts an archive in its place in which some files read otherwise and all else is as it was. @throws `value_invalid` */
  rewrite(
    archive: string,
    files: ReadonlyMap<string, Uint8Array>,
  ): Promise<{ readonly bytes: number; readonly hash: string }>;
  /** Removes what interrupted calls left under hidden names in a folder and was never in place. */
  sweep(folder: string): Promise<void>;
};

export type LockHold = {
  /** True if it was taken from a process that had ended without giving it back, where the system does not do that. */
  readonly tookOver: boolean;
};

export type Lock = {
  /**
   * Runs `work` while holding the lock at `path`, a file made if missing, against all processes. Never held across a
   * question to the person.
   * @throws `busy` where it is not free within 5 s
   */
  hold<T>(path: string, work: (hold: LockHold) => Promise<T>): Promise<T>;
};

/** The lock by which another program keeps others from a file of its own. */
export type ProgramLock = {
  /**
   * Takes the lock at `path`, a file that is made empty if missing and never removed, as that program does. `busy` where it is
   * not free within 2 s, `unavailable` where this machine has no way to take it.
   */
  take(path: string): Promise<{ release(): Promise<void> } | 'busy' | 'unavailable'>;
};

/** Hints that something may have changed; the engine reads and compares to know. */
export type Watch = {
  /** Looks at everything now, and re-creates watches whose folder went away and came back. */
  check(): Promise<void>;
  close(): Promise<void>;
};
export type Watcher = {
  /**
   * @param targets absolute paths, which may not exist yet: `files` each on its own, `folders` for what comes and goes
   * directly in them, `archive` a folder of many files under one watch
   * @param onHint called with what may have changed; not coalesced.
   */
  watch(
    targets: {
      readonly files: readonly string[];
      readonly folders: readonly string[];
      readonly archive: string | null;
    },
    onHint: (what: 'file' | 'archive') => void,
  ): Watch;
};

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** The local calendar day, `YYYY-MM-DD`. */
  today(): string;
  /** Runs `work` once after `ms`; returns the cancel. Never keeps a process alive by itself. */
  after(ms: number, work: () => void): () => void;
};

type Paths = {
  join(...parts: string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
  /** Absolute, with `~` expanded. */
  resolve(path: string): string;
};

/** A conversation as the index knows it: how far its file was read, and by what it is told that it is still that file. */
export type IndexedConversation = {
  readonly conversation: string;
  readonly identity: string;
  readonly bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Where the last item begins, which may go on: reading begins there again. */
  readonly readTo: number;
  /** A hash of what stands before that place. */
  readonly guard: string;
  /** Whether something of it was left out: long output of tools. */
  readonly isCut: boolean;
  /** Whether it was compacted anywhere in what was read. */
  readonly isCompacted: boolean;
  /** Place of the last record in what was read by which the person names it; null if there is none. */
  readonly namedAt: number | null;
  /** What a list says of it, read when it had so many bytes; null until all of it is read. */
  readonly summary: ConversationSummary | null;
};

/** What a list says of a conversation, by its own file. */
export type ConversationSummary = HeadAndTail & {
  /** When the last item was said that says when, in milliseconds since 1970; null where none does. */
  readonly lastSaidAt: number | null;
};

/** What a conversation says from `from` on, in place of what it said from there on: from 0, or from the `readTo` that is known. */
export type IndexedPart = {
  readonly read: IndexedConversation;
  readonly from: number;
  /** Of items, by where they begin. */
  readonly texts: PackedTexts;
  /** Two numbers for each of these items that says when it was said, by which it is the same in another conversation. */
  readonly keys: Uint32Array;
};

/** A conversation all of which stands in another one, that goes on from there. */
export type ConversationCopy = { readonly conversation: string; readonly holder: string };

/** Where an item begins. */
export type IndexedPlace = { readonly conversation: string; readonly at: number };

/** Words that follow each other; the last may be the beginning of one. */
export type IndexTerm = { readonly words: readonly string[]; readonly isPrefix: boolean };

/**
 * Which words stand in which items of conversations. Never the truth: it may be behind, or empty again after it was damaged, and
 * what it names is read where it stands. Every call rejects with `unavailable` where there can be none, `io_failed`, `busy`.
 */
export type ConversationIndex = {
  known(): Promise<readonly IndexedConversation[]>;
  /** The copies among all that begin with the same item. None of the holders is a copy. */
  copies(): Promise<readonly ConversationCopy[]>;
  /** Takes parts in, all or, where it fails, none. A part is left where its conversation is not read to its beginning any more. */
  add(parts: readonly IndexedPart[]): Promise<void>;
  remove(conversations: readonly string[]): Promise<void>;
  /** The conversations with items that have all the terms; null where so many items have that most may be among them. */
  conversationsWith(terms: readonly IndexTerm[]): Promise<readonly string[] | null>;
  /**
   * Where items begin that have all the terms, of each of some conversations, in their order.
   * @param from the conversations, each with the first place that counts
   * @param limit places of each
   */
  itemsWith(
    terms: readonly IndexTerm[],
    from: readonly IndexedPlace[],
    limit: number,
  ): Promise<readonly (readonly number[])[]>;
  /** The conversations with items that have all of these parts in their words; null where too many words have one. */
  conversationsWithin(parts: readonly string[]): Promise<readonly string[] | null>;
  /** Items with all of these parts in their words, whole or not; null where too many words have one. */
  itemsWithin(parts: readonly string[]): Promise<readonly IndexedPlace[] | null>;
  /** Takes items and the summaries of their conversations out so that nothing of them is left on the disk. @param items the summary alone at -1 */
  erase(items: readonly IndexedPlace[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * What conversations are read from that can’t be read in parts from either end: a file, which has so many bytes, or the path of a
 * database that only Contexture has, since opening it writes beside it.
 */
export type WholeSource =
  | { readonly path: string; readonly size: number; readonly isZip: boolean }
  | { readonly database: string };

/** A conversation without its items. */
export type WholeSummary = Omit<WholeConversation, 'items' | 'odd'> & {
  /** Which it is in its file. */
  readonly number: number;
  readonly lastSaidAt: ConversationSummary['lastSaidAt'];
  /** How many items it has. */
  readonly count: number;
  /** Characters of all that is said in them. */
  readonly length: number;
  /** Why nothing is shown of each of its odd records. */
  readonly odd: readonly OddRecord['why'][];
};

/** Some items that follow each other, the first of which has this number. */
export type WholeItems = { readonly items: readonly ConversationItem[]; readonly first: number };

/**
 * Reads what can’t be read in parts from either end where that keeps nobody waiting, one conversation at a time, each up to 64 MB. It
 * holds what it read last, packed: of one file 32 MB.
 */
export type ConversationReader = {
  /**
   * The conversations of a file; null where it is not of this format.
   * @param key names it in `itemsFrom` and `itemsBefore`
   * @param from the number of the conversation from which on they are held; with another than 0 only those that are held are given
   * @throws `too_large`, `not_text` where it is damaged, `unavailable` for a database where this machine has no SQLite
   */
  read(
    key: string,
    format: ConversationFormatId,
    source: WholeSource,
    from: number,
  ): Promise<readonly WholeSummary[] | null>;
  /** At least one item from a number on, if there is one, and at most so many; null where the file is held no more. */
  itemsFrom(key: string, inner: string | null, from: number, limit: number): Promise<WholeItems | null>;
  /** The last ones before a number. */
  itemsBefore(key: string, inner: string | null, before: number, limit: number): Promise<WholeItems | null>;
  /**
   * What a file has of some of its conversations, as it stands there; those that are not in it are missing.
   * @param from the number of the conversation to begin with; `next`: where to go on, null where there is no more
   * @throws as `read`
   */
  parts(
    format: ConversationFormatId,
    source: WholeSource,
    inners: readonly string[],
    from: number,
  ): Promise<{
    readonly parts: readonly { readonly inner: string; readonly bytes: Uint8Array }[];
    readonly next: number | null;
  }>;
  /** What stands in an odd record of this number, null for none; null itself where the file is held no more. */
  odd(key: string, inner: string | null, number: number): Promise<{ readonly text: string | null } | null>;
  /** Takes the bytes over, too. @throws `too_large`, `not_text` where they are damaged */
  unpackZstd(bytes: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** What only a host with windows of its own can do. */
export type DesktopShell = {
  /** Asks the person for a file or folder, at the window of a caller. Null where nothing was chosen. */
  choose(caller: string, kind: 'file' | 'folder'): Promise<string | null>;
  reveal(path: string): void;
};

/** Asks the person where no page, and no program that has a page's key, can answer for them. */
export type PersonAsked = {
  /** Where they are to look for the question; null where it comes up before them. */
  readonly where: string | null;
  /** Whether they agree; of two questions at once one is answered with no. Never rejects. */
  agrees(question: string, detail: string): Promise<boolean>;
};

/** What a server for assistants said when it was tried: the names of its tools, and its version. */
export type TriedServer = { readonly tools: string[]; readonly version: string };

export type Ports = {
  readonly files: Files;
  readonly folderArchives: FolderArchives;
  readonly lock: Lock;
  readonly programLock: ProgramLock;
  readonly watcher: Watcher;
  readonly clock: Clock;
  readonly paths: Paths;
  /** UTF-8, a byte order mark kept as U+FEFF; null if the bytes are not UTF-8. */
  readonly decodeText: (bytes: Uint8Array) => string | null;
  /** The same of any bytes, with U+FFFD in the place of those that are not UTF-8. */
  readonly decodeMarked: (bytes: Uint8Array) => string;
  readonly encodeText: (text: string) => Uint8Array;
  /** SHA-256 as 64 hexadecimal digits. */
  readonly hash: (bytes: Uint8Array) => string;
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly decompress: (bytes: Uint8Array) => Promise<Uint8Array>;
  /**
   * Writes a database of storages anew, so that nothing is left in it of what was replaced or deleted there before. Its rows are
   * read and written as {@link Files}: `storages.sqlite/NAME` is what it keeps under that name.
   */
  readonly purgeStorageDatabase: (path: string) => Promise<void>;
  /** Loads a real tokenizer, which says how many tokens a text has. May reject with anything. */
  readonly tokenizer: () => Promise<(text: string) => number>;
  /** Loads what finds secrets in a text, in no order. It asks nobody else and reads no file. Either may reject with anything. */
  readonly secretScanner: () => Promise<(text: string) => Promise<readonly FoundSecret[]>>;
  readonly conversationIndex: ConversationIndex;
  readonly conversationReader: ConversationReader;
  /** A new unguessable id of letters and digits. */
  readonly newId: () => string;
  readonly dataFolder: string;
  readonly homeFolder: string;
  /** What a variable of the environment says, by which other programs say where their files are; null for nothing. */
  readonly variable: (name: string) => string | null;
  readonly sampleFolder: string;
  /** Null in a host without windows. */
  readonly desktopShell: DesktopShell | null;
  /** Null where it can't be told who answers. */
  readonly person: PersonAsked | null;
  /** How a program starts the server for assistants of this copy; the memory’s place comes after its arguments. */
  readonly ownServer: ServerCommand;
  /** Starts such a server as a program would, asks what it offers, and ends it. @throws `unavailable`, with what it said */
  readonly tryServer: (server: ServerCommand) => Promise<TriedServer>;
  readonly version: string;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
};
