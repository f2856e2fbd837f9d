import { toContextureError } from '#shared/contract/errors.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type FileVersion, type ReadVersion, readMarked, readVersion } from '../app-files/file-version.ts';
import { createPatience, isFresh, mayBeHalfWritten, type Patience, wasWhole } from '../app-files/half-written.ts';
import type { NewVersion } from '../history/history.ts';
import { latestOf, type VersionLine } from '../history/history-lines.ts';
import { outside, type Writers } from '../history/writers.ts';
import { orLogged } from '../or-logged.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import { type ContextNeeds, KnownContext } from './known-context.ts';
import { createReadMarks, type ReadMarks } from './read-marks.ts';

/** File as it was read, with the number of entries that come and go with it. */
type FoundFile = {
  readonly read: ReadVersion;
  readonly document: MemoryDocument;
  readonly news: ReturnType<KnownContext['newsOf']>;
};

/** Delay before another look after a change: some writers finish in a second write nobody reports. */
const lookAgainAfter = 120;
const rememberAfter = 400;

/** Follows one context file, keeps its versions, and remembers what the person has seen. Never writes to it. */
export class ContextFile extends KnownContext {
  /** Emitted a moment after a change was taken in, to look at the file again. */
  readonly mayHaveGrown = createSignal();
  /** Emitted when marks are about to be written down, or just have been. */
  readonly remembering = createSignal();
  readonly #writers: Writers;
  readonly #readMarks: ReadMarks;
  readonly #patience: Patience;
  #forgetLookAgain = (): void => undefined;
  #forgetRemember = (): void => undefined;
  #isOpen = false;
  #awaited: (FoundFile & { readonly readAfter: number | null }) | null = null;
  /** True if the history has the version that was read last. */
  #isKept = true;

  constructor(needs: ContextNeeds) {
    super(needs);
    this.#writers = needs.writers;
    this.#readMarks = createReadMarks(needs, needs.measure.current);
    this.#patience = createPatience(needs.ports.clock, () => void this.mayHaveGrown.emit());
  }

  async open(): Promise<void> {
    if (this.#isOpen) {
      return;
    }
    this.#isOpen = true;
    const { links } = this.needs;
    const { contextPath, format } = this.needs.layout;
    const unread = links.unread(contextPath);
    if (unread) {
      this.beginUnreadable(problemOf(unread));
      return;
    }
    await this.needs.notes.refresh();
    try {
      const read = await this.#readWhole();
      if (read) {
        const document = format.read(read.text);
        await this.#keep(read, { document });
        this.begin(read, document, await this.#readMarks.mark(document, read.hash, this.newId));
        await this.#remember();
      } else {
        const lastKept = await this.#lastKept();
        if (lastKept && (await this.needs.history.isAvailable(lastKept))) {
          this.beginWithKept(lastKept.at);
        }
      }
    } catch (error) {
      await this.#acceptUnread(error, () => this.beginUnreadable(problemOf(error)));
    }
  }

  async #acceptUnread(error: unknown, otherwise: () => void | Promise<void>): Promise<void> {
    const marked = await this.#readMarked(error);
    await (marked ? this.acceptMarked(marked, markedProblemOf(error)) : otherwise());
  }

  /** Reads a file that is only not UTF-8, with marks, if none was read before; else the last version is shown. */
  async #readMarked(error: unknown): Promise<ReadVersion | null> {
    const { ports, links, layout } = this.needs;
    const known = this.version();
    if (toContextureError(error).code !== 'not_text' || (known !== null && !known.isMarked)) {
      return null;
    }
    const read = await readMarked(ports, layout.contextPath).catch(() => null);
    return links.unread(layout.contextPath) ? null : read;
  }

  /** @throws `outside_workspace` if a link was changed meanwhile, so that this may be a forbidden place */
  async #read(known: FileVersion | null = null): Promise<ReadVersion | null> {
    const { ports, links, layout } = this.needs;
    const read = await readVersion(ports, layout.contextPath, known?.isMarked ? null : known);
    await links.checkStill(layout.contextPath, () => links.unread(layout.contextPath));
    return read;
  }

  /** Reads the file, or gives the version kept last while another program seems to be writing it. */
  async #readWhole(): Promise<ReadVersion | null> {
    const { ports, history, layout } = this.needs;
    const read = await this.#read();
    if (read === null || !isFresh(ports.clock, read.info)) {
      return read;
    }
    const lastKept = await this.#lastKept();
    const bytes = lastKept && lastKept.hash !== read.hash ? await history.recall(lastKept.hash) : null;
    const text = bytes && ports.decodeText(bytes);
    if (!lastKept || bytes === null || text === null) {
      return read;
    }
    const keptDocument = layout.format.read(text);
    const document = layout.format.read(read.text);
    return mayBeHalfWritten(document, keptDocument) && this.#patience.lasts()
      ? { bytes, text, hash: lastKept.hash, info: read.info }
      : read;
  }

  async lastText(): Promise<string | null> {
    const version = this.version();
    const lastKept = version === null || version.isMarked ? await this.#lastKept() : undefined;
    return lastKept ? this.needs.history.recallText(lastKept.hash) : version?.isMarked ? null : (version?.text ?? null);
  }

  async #lastKept(): Promise<VersionLine | undefined> {
    return latestOf(await this.needs.history.lines(), this.needs.layout.contextName);
  }

  /** Reads the file and takes in changes. Never throws: a file that can't be read is a state, not a failure. */
  async refresh(turn: Turn): Promise<void> {
    const readAfter = this.needs.history.lastKnown();
    if (await this.needs.notes.refresh()) {
      this.readAgain();
    }
    let file: FoundFile | null;
    const unread = this.needs.links.unread(this.needs.layout.contextPath);
    if (unread) {
      await this.#acceptAbsence('unreadable', problemOf(unread));
      return;
    }
    try {
      file = await this.#readSettled();
    } catch (error) {
      await this.#acceptUnread(error, () => this.#acceptAbsence('unreadable', problemOf(error)));
      return;
    }
    if (file === null) {
      await this.#acceptAbsence(this.version() === null ? 'missing' : 'deleted', null);
      return;
    }
    const { read, document } = file;
    const awaited = this.#patience.isOn() ? this.#awaited : null;
    this.#awaited = null;
    if (read.hash === this.version()?.hash && this.status() === 'present') {
      if (!this.#isKept) {
        await this.#keep(read, { document });
      }
      this.#patience.end();
      this.acceptSame(read);
      return;
    }
    await this.keepPresent();
    const writers = await this.#writers.since(turn, read, this.version());
    if (awaited !== null && isOutside(writers) && wasWhole(awaited.document, this.document(), read.text)) {
      this.#patience.end();
      await this.#takeIn(turn, awaited, awaited.readAfter, [outside]);
    }
    const now = { read, document, news: this.newsOf(document) };
    if (this.#isAwaited(now, writers)) {
      this.#awaited = { ...now, readAfter };
      return;
    }
    await this.#takeIn(turn, now, readAfter, writers);
    this.#forgetLookAgain();
    this.#forgetLookAgain = this.needs.ports.clock.after(lookAgainAfter, () => void this.mayHaveGrown.emit());
  }

  async #takeIn(turn: Turn, file: FoundFile, readAfter: number | null, writers: readonly Writer[]): Promise<void> {
    const { read, document, news } = file;
    await this.#keep(read, { document, readAfter });
    // An added entry may be a removed one, reworded.
    const rewordings = news.removed > 0 && news.added > 0 ? await this.#writers.rewordings(turn) : [];
    this.acceptTheirs(read, document, read.info, writers, rewordings);
  }

  async refreshWhole(turn: Turn): Promise<void> {
    await this.refresh(turn);
    await this.finishWaiting(turn);
  }

  /** Waits for a file that is half written, without holding the lock meanwhile. */
  async finishWaiting(turn: Turn): Promise<void> {
    while (this.#patience.isOn()) {
      await this.#patience.nextLook();
      await this.refresh(turn);
    }
  }

  /** True while waiting for the rest of a file: until then nothing changes, and the history isn't given half a version. */
  #isAwaited({ document, news }: FoundFile, writers: readonly Writer[]): boolean {
    const isTheirs = isOutside(writers) && this.status() === 'present';
    const isAwaited = this.#patience.isOn();
    if (isTheirs && news.removed > 0 && mayBeHalfWritten(document, this.document(), { isAwaited })) {
      return this.#patience.lasts();
    }
    this.#patience.end();
    return false;
  }

  /** Reads the file, again once it has settled if entries are missing: a file being written may lack them for a moment. */
  async #readSettled(): Promise<FoundFile | null> {
    const { contextPath } = this.needs.layout;
    const readNow = async (): Promise<FoundFile | null> => {
      const read = await this.#read(this.version());
      const document = read && this.documentOf(read);
      return document && { read, document, news: this.newsOf(document) };
    };
    const file = await readNow();
    if (!file || file.news.removed === 0) {
      return file;
    }
    await this.needs.ports.files.settle(contextPath);
    return readNow();
  }

  async #acceptAbsence(...[status, problem]: Parameters<KnownContext['acceptAbsence']>): Promise<void> {
    if (this.isNews(status, problem)) {
      await this.keepPresent();
      this.acceptAbsence(status, problem);
    }
  }

  /** Reading goes on if the history can't be written; writing does not. */
  async #keep(version: ReadVersion, by: Pick<NewVersion, 'document' | 'readAfter'>): Promise<void> {
    const { ports, layout, links, keep } = this.needs;
    this.#isKept = links.withheld(layout.contextPath) === null;
    if (!this.#isKept) {
      return;
    }
    const work = () => keep(layout.contextPath, version, by);
    await orLogged(ports, 'A version could not be kept in the history', work, 'error');
  }

  /** Keeps the present version again if the history lost it, before anything newer. Never rejects. */
  async keepPresent(): Promise<void> {
    const { ports, history, durability, layout, links, keep } = this.needs;
    const version = this.version();
    if (version === null || this.status() !== 'present' || durability.problem() || links.withheld(layout.contextPath)) {
      return;
    }
    await orLogged(ports, 'A version could not be kept in the history', async () => {
      const last = latestOf(await history.lines(), layout.contextName);
      if (last === undefined || (last.hash === version.hash && !(await history.isAvailable(last)))) {
        await keep(layout.contextPath, version);
      }
    });
  }

  protected override onAccepted(): void {
    this.#forgetRemember();
    const rememberSoon = (): Promise<void> => this.needs.access.inTurn(() => this.#remember());
    this.#forgetRemember = this.needs.ports.clock.after(rememberAfter, () => void rememberSoon());
  }

  async markSeen(_: Turn, seen?: { readonly entries: readonly EntryRef[]; readonly removed: number }): Promise<void> {
    this.takeMarksOff(seen);
    await this.#remember();
  }

  /** Writes the marks down. A failure is only logged: at worst something is marked new again. */
  async #remember(): Promise<void> {
    this.#forgetRemember();
    const { ports, personLooks, links, layout } = this.needs;
    if (!personLooks || links.withheld(layout.contextPath) !== null) {
      return;
    }
    await orLogged(ports, 'What the person has seen could not be noted', async () => {
      await this.remembering.emit();
      // Repeats if another window meanwhile erased something that was just written down.
      for (let written: readonly EntryView[] | null = null; written !== this.views(); ) {
        written = this.views();
        await this.#readMarks.remember(this.version()?.hash ?? null, this.marked());
        await this.remembering.emit();
      }
    });
  }

  async close(): Promise<void> {
    this.#patience.end();
    this.#forgetLookAgain();
    this.#forgetRemember();
    if (this.#isOpen && this.version()) {
      await this.#remember();
    }
  }
}

const isOutside = (writers: readonly Writer[]): boolean => writers.at(-1)?.who === 'outside';

function markedProblemOf(error: unknown): ContextSummary['problem'] {
  const { code, message } = toContextureError(error);
  return { code, message: `${message} What is not UTF-8 is shown as “\uFFFD”.`, marked: true };
}

function problemOf(error: unknown): ContextSummary['problem'] {
  const { code, message } = toContextureError(error);
  return { code, message };
}
