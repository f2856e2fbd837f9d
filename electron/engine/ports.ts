import type { ServerCommand } from '#shared/connections/setting-form.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import type { Release } from '#shared/contract/features/updates.ts';
import type { ChooserKind } from '#shared/contract/features/workspaces.ts';
import type { HeadAndTail, OddRecord, WholeConversation } from '#shared/conversations/formats/format.ts';
import type { PackedTexts } from '#shared/conversations/search/packed-texts.ts';
import type { ConversationFormatId } from '#shared/programs/program-ids.ts';
import type { FoundSecret } from '#shared/scan/finding.ts';

/**
 * Everything the engine needs from the world. Implementations on Node are in `electron/node/`, in memory and faulty in
 * `electron/testing/`; each passes the same contract suites. Every failure is a `ContextureError`.
 */

export type FileInfo = {
  readonly size: number;
  /** Milliseconds since 1970, in the file system's resolution. */
  readonly modifiedAt: number;
  /** Time of the last change to anything about the file; unlike `modifiedAt`, no program can set it back. */
  readonly changedAt: number;
  /** Identifies the file itself, under any name: changes when it is replaced by rename, stays when rewritten in place. */
  readonly identity: string;
};

/** True if a file is the same one, as far as can be known without reading it. Null is no file. */
export function sameFile(a: FileInfo | null, b: FileInfo | null): boolean {
  return a === null || b === null
    ? a === b
    : a.size === b.size && a.modifiedAt === b.modifiedAt && a.changedAt === b.changedAt && a.identity === b.identity;
}

export type FileRead =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly bytes: Uint8Array; readonly hash: string; readonly info: FileInfo };

/** The file that a write replaced. */
export type SupersededFile = {
  /** The version that was there; null if there was no file. */
  readonly version: { readonly bytes: Uint8Array; readonly hash: string } | null;
  /**
   * Later content, if a program that still held the file wrote to it: known some two seconds later, or when the ports are closed;
   * null if none. Never rejects.
   */
  readonly late: Promise<Uint8Array | null>;
  /** Facts about the file now in place; taking its name may have been its last change, which is not in `changedAt`. */
  readonly info: FileInfo;
  /** Set if the target could not be exchanged and was written in place: the reason, in a sentence. */
  readonly inPlace: string | null;
};

export type FolderItem = {
  readonly name: string;
  /** Kind of the file; if it is a symbolic link, of its target. */
  readonly kind: 'file' | 'folder' | 'other';
  /** False if it is known not to be a symbolic link. */
  readonly mayBeLink: boolean;
};

export type Files = {
  /**
   * Reads a whole file, through a link.
   * @throws `not_a_file`, `no_permission`, `too_large` (over `maxBytes`; details.size), `io_failed`
   */
  read(path: string, options: { readonly maxBytes: number }): Promise<FileRead>;
  /**
   * Reads a part of a file of any size, through a link: fewer bytes if it ends before. Null if there is no file.
   * @throws `not_a_file`, `no_permission`, `io_failed`
   */
  readPart(
    path: string,
    from: number,
    length: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly info: FileInfo } | null>;
  /** Null if there is nothing. Follows a symbolic link. */
  info(path: string): Promise<(FileInfo & { readonly kind: FolderItem['kind'] }) | null>;
  /**
   * Files and folders in a folder, in any order; symbolic links by their targets, dangling ones as `other`. Empty if there is no
   * folder.
   */
  list(folder: string): Promise<FolderItem[]>;
  /** Paths of the hidden files that writes of ours use beside their target, which `list` leaves out. */
  leftovers(folder: string): Promise<string[]>;
  /** The path with links resolved; null if there is nothing. */
  realPath(path: string): Promise<string | null>;
  /**
   * Target of a path, links resolved, even if nothing exists there yet: a file written to the path would be there. Links in a
   * circle lead nowhere, so the path itself is returned.
   */
  destination(path: string): Promise<string>;
  makeFolder(folder: string): Promise<void>;
  /** Removes a folder and those in it, as far as they are empty: no file is ever lost. Never rejects. */
  removeEmptyFolders(folder: string): Promise<void>;
  /**
   * Moves a person’s folder with all its content unchanged: in one step, or, between file systems, copied, read back and compared
   * before the original is removed. Durable when it returns. The caller holds the lock.
   * @throws `key_exists` if something is there, `busy` if it changes meanwhile, `not_a_file`, `no_permission`, `disk_full`,
   * `io_failed`
   */
  moveFolder(from: string, to: string): Promise<void>;
  /** Finishes such a move that was cut off, or reverts it. @returns true if the folder is in its new place */
  settleFolderMove(from: string, to: string): Promise<boolean>;
  /** Waits until a file that changed within the last 100 ms has been quiet that long, at most a second. */
  settle(path: string): Promise<void>;
  /**
   * Replaces a person's file in one step and returns what was there. On failure the target is whole, old or new, and no litter
   * stays. Makes a missing folder; a missing file gets mode and group of the file `like`, if that exists.
   * @throws `no_permission`, `disk_full`, `not_a_file`, `busy`, `io_failed`
   */
  replace(path: string, bytes: Uint8Array, like?: string): Promise<SupersededFile>;
  /** Removes a person's file and returns its content. Null version if there was none. */
  remove(path: string): Promise<SupersededFile>;
  /**
   * Adds lines to the end of a person's file that only ever grows: in one write, durable when it returns. A line that was cut
   * short there is ended first. A missing file is made, readable only for this person. On failure, part of the addition may be
   * there, its last line cut short; earlier content stays. The caller holds the lock.
   * @param lines each without its line end
   * @param maxBytes maximum length of the file afterwards
   * @returns their beginning and end in the file, in bytes
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
   * Copies a file of any size, up to its length at the start, to one that only Contexture writes: whole or not at all, durable
   * when it returns. Null if there is none.
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
   * Removes leftovers of our interrupted writes; those that `onRecovered` can't keep stay.
   * @returns the names of the removed files
   */
  sweep(folder: string, onRecovered?: (path: string, bytes: Uint8Array) => Promise<void>): Promise<string[]>;
};

/** Result of packing a folder: an archive under a hidden name beside its target. */
export type PackedFolder = {
  readonly staged: string;
  readonly hash: string;
  readonly bytes: number;
  /** Stamp of the folder, as from {@link FolderArchives.stampOf}. */
  readonly stamp: string;
  /** Files that also had other names, by their paths in the folder: each is a separate file in the archive. */
  readonly severalNames: readonly string[];
};

/**
 * Archives of folders (tar, compressed with gzip), each with one folder in it, of the archive’s name. Unfinished ones have a
 * hidden name beside their target until `place` moves them there. Everything is durable when a call returns. The caller holds the
 * lock for any change to something without a hidden name.
 */
export type FolderArchives = {
  /**
   * Packs a folder with all its content, reads the archive back and compares.
   * @throws `not_a_file` if something is neither file nor folder, `busy` if it changes meanwhile
   */
  pack(folder: string, archive: string): Promise<PackedFolder>;
  /** Stamp that changes if anything in the folder may have changed: its content is looked at, and not read. */
  stampOf(folder: string): Promise<string>;
  /**
   * Unpacks an archive, reads the result back and compares. Times and modes are restored, as far as the file system has them.
   * @returns the path of the folder, and the hash of the archive
   * @throws `value_invalid` if it is damaged, or something in it would be outside of its folder
   */
  unpack(archive: string, folder: string): Promise<{ readonly staged: string; readonly hash: string }>;
  /** Moves a file or folder with a hidden name to its target. @throws `key_exists` if something is there */
  place(staged: string, target: string): Promise<void>;
  /** Renames a folder to a hidden name in one step. */
  setAside(folder: string): Promise<string>;
  /** Path of a folder that was set aside, by anyone; null if there is none. */
  asideOf(folder: string): Promise<string | null>;
  /** Removes a folder that was set aside, or an archive. Anything else there is left. Fine if there is none. */
  remove(path: string): Promise<void>;
  /** Compares a folder with an archive in both directions, each exactly. @throws `value_invalid` */
  compare(folder: string, archive: string): Promise<{ readonly isInArchive: boolean; readonly isInFolder: boolean }>;
  /** SHA-256 of an archive; null if there is none. */
  hashOf(archive: string): Promise<string | null>;
  /**
   * Requested files in an archive, by their paths in its folder, in the archive's order.
   * @throws `value_invalid` if it is damaged, `too_large` for a file over 64 MB
   */
  read(
    archive: string,
    wanted: (path: string, size: number) => boolean,
  ): AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Replaces an archive by one with some files changed and all else unchanged. @throws `value_invalid` */
  rewrite(
    archive: string,
    files: ReadonlyMap<string, Uint8Array>,
  ): Promise<{ readonly bytes: number; readonly hash: string }>;
  /** Removes leftovers of interrupted calls under hidden names in a folder that were never in place. */
  sweep(folder: string): Promise<void>;
};

export type LockHold = {
  /** True if it was taken from a process that had ended without releasing it, on systems that don't do that. */
  readonly tookOver: boolean;
  /** True if someone else had the lock at first. */
  readonly hasWaited: boolean;
};

export type Lock = {
  /**
   * Runs `work` while holding the lock at `path`, a file made if missing, against all processes. Never held across a question to
   * the person.
   * @throws `busy` if it is not free within 5 s
   */
  hold<T>(path: string, work: (hold: LockHold) => Promise<T>): Promise<T>;
};

/** The lock by which another program keeps others from a file of its own. */
export type ProgramLock = {
  /**
   * Takes the lock at `path`, a file that is made empty if missing and never removed, as that program does. `busy` if it is not
   * free within 2 s, `unavailable` if this machine has no way to take it.
   */
  take(path: string): Promise<{ release(): Promise<void> } | 'busy' | 'unavailable'>;
};

/** Hints that something may have changed; the engine reads and compares to know. */
export type Watch = {
  /**
   * Looks at everything now, and re-creates watches whose folder went away and came back.
   * @param anew true to re-create all, because the computer slept and the system may have lost them
   */
  check(anew?: boolean): Promise<void>;
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

/** A conversation in the index: how far its file was read, and the means to tell that it is still that file. */
export type IndexedConversation = {
  readonly conversation: string;
  readonly identity: string;
  readonly bytes: number;
  /** Time of the last write, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Place of the last item, which may be incomplete: reading begins there again. */
  readonly readTo: number;
  /** A hash of the bytes before that place. */
  readonly guard: string;
  /** True if some of it was left out: long output of tools. */
  readonly isCut: boolean;
  /** True if it was compacted anywhere in the part read. */
  readonly isCompacted: boolean;
  /** Place of the last record in the part read with which the person names it; null if there is none. */
  readonly namedAt: number | null;
  /** Its facts for a list, read when it had so many bytes; null until all of it is read. */
  readonly summary: ConversationSummary | null;
};

/** A conversation's facts for a list, from its own file. */
export type ConversationSummary = HeadAndTail & {
  /** Time of the last item with a time, in milliseconds since 1970; null if none has one. */
  readonly lastSaidAt: number | null;
};

/** New text of a conversation from `from` on, which replaces indexed text from there on: from 0, or from the known `readTo`. */
export type IndexedPart = {
  readonly read: IndexedConversation;
  readonly from: number;
  /** Texts of items, by their places. */
  readonly texts: PackedTexts;
  /** Two numbers for each of these items with a time, which identify it in another conversation. */
  readonly keys: Uint32Array;
};

/** A conversation contained entirely in another one, which continues it. */
export type ConversationCopy = { readonly conversation: string; readonly holder: string };

export type IndexedPlace = { readonly conversation: string; readonly at: number };

/** Consecutive words; the last may be the beginning of one. */
export type IndexTerm = { readonly words: readonly string[]; readonly isPrefix: boolean };

/**
 * Index of the words in items of conversations. It is never authoritative: it may be behind, or empty again after damage, so
 * every hit is read in its file. Every call rejects with `unavailable` if there can be none, `io_failed`, `busy`.
 */
export type ConversationIndex = {
  known(): Promise<readonly IndexedConversation[]>;
  /** Copies among all conversations that begin with the same item. None of the holders is a copy. */
  copies(): Promise<readonly ConversationCopy[]>;
  /** Adds parts, all or, on failure, none. A part is skipped if its conversation is no longer read to its beginning. */
  add(parts: readonly IndexedPart[]): Promise<void>;
  remove(conversations: readonly string[]): Promise<void>;
  /** Conversations with items that have all the terms; null if so many items match that most may be among them. */
  conversationsWith(terms: readonly IndexTerm[]): Promise<readonly string[] | null>;
  /**
   * Places of items that have all the terms, in each of some conversations, in their order.
   * @param from the conversations, each with the first place that counts
   * @param limit maximum places in each
   */
  itemsWith(
    terms: readonly IndexTerm[],
    from: readonly IndexedPlace[],
    limit: number,
  ): Promise<readonly (readonly number[])[]>;
  /** Conversations with items that have all of these parts in their words; null if too many words have one. */
  conversationsWithin(parts: readonly string[]): Promise<readonly string[] | null>;
  /** Items with all of these parts in their words, whole or not; null if too many words have one. */
  itemsWithin(parts: readonly string[]): Promise<readonly IndexedPlace[] | null>;
  /**
   * Removes items and their conversations' summaries so that nothing of them is left on the disk. @param items the summary alone
   * at -1
   */
  erase(items: readonly IndexedPlace[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Source of conversations that can’t be read in parts from either end: a file, which has so many bytes, or the path of a database
 * that only Contexture has, since opening it writes beside it.
 */
export type WholeSource =
  | { readonly path: string; readonly size: number; readonly isZip: boolean }
  | { readonly database: string };

/** A conversation without its items. */
export type WholeSummary = Omit<WholeConversation, 'items' | 'odd'> & {
  /** Its number in its file. */
  readonly number: number;
  readonly lastSaidAt: ConversationSummary['lastSaidAt'];
  /** Number of its items. */
  readonly count: number;
  /** Characters of all text in them. */
  readonly length: number;
  /** Reason for each of its odd records why it isn't shown. */
  readonly odd: readonly OddRecord['why'][];
};

/** Consecutive items, the first of which has the number `first`. */
export type WholeItems = { readonly items: readonly ConversationItem[]; readonly first: number };

/**
 * Reads files that can’t be read in parts from either end, without keeping anyone waiting, one conversation at a time, each up to
 * 64 MB. Holds the last conversations read, packed: 32 MB of one file.
 */
export type ConversationReader = {
  /**
   * Conversations of a file; null if it is not of this format.
   * @param key identifies it in `itemsFrom` and `itemsBefore`
   * @param from number of the first conversation to hold; if it isn't 0, only those that are held are returned
   * @throws `too_large`, `not_text` if it is damaged, `unavailable` for a database if this machine has no SQLite
   */
  read(
    key: string,
    format: ConversationFormatId,
    source: WholeSource,
    from: number,
  ): Promise<readonly WholeSummary[] | null>;
  /** Reads up to `limit` items from a number on, and at least one if there is any; null if the file is no longer held. */
  itemsFrom(key: string, inner: string | null, from: number, limit: number): Promise<WholeItems | null>;
  /** The last items before a number. */
  itemsBefore(key: string, inner: string | null, before: number, limit: number): Promise<WholeItems | null>;
  /**
   * Unchanged bytes of some conversations in a file; missing ones are left out.
   * @param from number of the conversation to begin with; `next`: number to go on from, null at the end
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
  /** Text of the odd record with this number, null for none; the result itself is null if the file is no longer held. */
  odd(key: string, inner: string | null, number: number): Promise<{ readonly text: string | null } | null>;
  /** Unpacks bytes, and takes them over. @throws `too_large`, `not_text` if they are damaged */
  unpackZstd(bytes: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** A file on its way into a backup. */
export type FileToPack = {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** True if it is compressed already. */
  readonly isDense: boolean;
  readonly parts: AsyncIterable<Uint8Array>;
  /** Called once all of it is packed. */
  readonly onPacked: (facts: { readonly bytes: number; readonly hash: string }) => void;
};

/** Many files in one: a ZIP, in the format of age around it if there is a passphrase. Holds a part of one file at a time. */
export type Packing = {
  pack(files: AsyncIterable<FileToPack>, passphrase: string | null): AsyncIterable<Uint8Array>;
  /** @throws `value_invalid` if the passphrase is wrong, `not_text` if it is damaged or cut off */
  decrypt(parts: AsyncIterable<Uint8Array>, passphrase: string): AsyncIterable<Uint8Array>;
  /** Lists the files of a ZIP, each to be unpacked any number of times. @throws `not_text` if it is no ZIP, or damaged */
  open(
    read: (from: number, length: number) => Promise<Uint8Array>,
    size: number,
  ): Promise<readonly { readonly name: string; readonly size: number; readonly parts: AsyncIterable<Uint8Array> }[]>;
  /** Hands on the parts of a file. @throws `not_text` at the first byte too many, and at the end if anything differs */
  checked(
    parts: AsyncIterable<Uint8Array>,
    expected: { readonly size: number; readonly sha256: string },
  ): AsyncIterable<Uint8Array>;
};

/** Actions that need a host with its own windows. */
export type DesktopShell = {
  /** Asks the person for a file or folder, at the window of a caller. Null if nothing was chosen. */
  choose(caller: string, kind: ChooserKind): Promise<string | null>;
  reveal(path: string): void;
  /** Opens a file in the system's program for it. */
  openFile(path: string): Promise<void>;
};

/** Asks the person in a way that no page, nor a program with a page's key, can answer for them. */
export type PersonAsked = {
  /** Place where they can find the question; null if it appears in front of them. */
  readonly where: string | null;
  /** True if they agree; if two are asked at once, one is answered with no. Never rejects. */
  agrees(question: string, detail: string): Promise<boolean>;
};

/** Answer of a server for assistants to a trial: the names of its tools, and its version. */
export type TriedServer = { readonly tools: string[]; readonly version: string };

/** Place that this copy's newer versions come from. Nothing is asked before a call. */
export type ReleaseSource = {
  readonly name: 'desktop' | 'npm';
  /** Kind of `at`: the address of a page with all versions, or a command that installs the newest. */
  readonly kind: 'page' | 'command';
  readonly at: string;
  /** Days between two looks. */
  readonly everyDays: number;
  /**
   * The newest version; null if it isn't newer than this copy.
   * @throws `unavailable`; `retry` is true if the place could not be reached
   */
  newest(): Promise<Release | null>;
  /**
   * Downloads a version and verifies it; null if this copy can't. `done` rejects with `unavailable`, also if there is a newer
   * one by now, or `cancelled` if it was stopped.
   */
  readonly download:
    | ((version: string, onPercent: (percent: number) => void) => { done: Promise<void>; stop(): void })
    | null;
  /** Closes the app as the person would, and, unless they stay, installs what was downloaded and starts it. */
  restart(): void;
};

export type Ports = {
  readonly files: Files;
  readonly folderArchives: FolderArchives;
  readonly packing: Packing;
  readonly lock: Lock;
  readonly programLock: ProgramLock;
  readonly watcher: Watcher;
  readonly clock: Clock;
  readonly paths: Paths;
  /** UTF-8, a byte order mark kept as U+FEFF; null if the bytes are not UTF-8. */
  readonly decodeText: (bytes: Uint8Array) => string | null;
  /** Decodes any bytes, with U+FFFD in place of those that are not UTF-8. */
  readonly decodeMarked: (bytes: Uint8Array) => string;
  readonly encodeText: (text: string) => Uint8Array;
  /** SHA-256 as 64 hexadecimal digits. */
  readonly hash: (bytes: Uint8Array) => string;
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly decompress: (bytes: Uint8Array) => Promise<Uint8Array>;
  /**
   * Rewrites a database of storages, so that nothing is left in it of rows replaced or deleted before. Its rows are read and
   * written as {@link Files}: `storages.sqlite/NAME` is the row with that name.
   */
  readonly purgeStorageDatabase: (path: string) => Promise<void>;
  /** Loads a real tokenizer, which counts the tokens of a text. May reject with anything. */
  readonly tokenizer: () => Promise<(text: string) => number>;
  /**
   * Loads a scanner that finds secrets in a text, in no order. It asks nobody else and reads no file. Either may reject with
   * anything.
   */
  readonly secretScanner: () => Promise<(text: string) => Promise<readonly FoundSecret[]>>;
  readonly conversationIndex: ConversationIndex;
  readonly conversationReader: ConversationReader;
  /** A new unguessable id of letters and digits. */
  readonly newId: () => string;
  readonly dataFolder: string;
  readonly homeFolder: string;
  /** Value of an environment variable, in which other programs give the place of their files; null if unset. */
  readonly variable: (name: string) => string | null;
  readonly sampleFolder: string;
  /** Null in a host without windows. */
  readonly desktopShell: DesktopShell | null;
  /** Null if it is impossible to know who answers. */
  readonly person: PersonAsked | null;
  /** Null in a host that looks for no newer version, or a copy that doesn't know where. */
  readonly releases: ReleaseSource | null;
  /** Command with which a program starts this copy's server for assistants; the memory’s place follows its arguments. */
  readonly ownServer: ServerCommand;
  /** Reason why no program can start it, in a sentence; null if one can. */
  readonly ownServerProblem: string | null;
  /** Starts such a server as a program would, asks for its tools, and ends it. @throws `unavailable`, with its output */
  readonly tryServer: (server: ServerCommand) => Promise<TriedServer>;
  readonly version: string;
  /** Versions of what the app runs on, a line for each, for reports of problems. */
  readonly system: readonly string[];
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
};
