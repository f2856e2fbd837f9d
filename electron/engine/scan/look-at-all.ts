import { toContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { ScanFinding } from '#shared/scan/finding.ts';
import { scanText } from '#shared/scan/scan-text.ts';
import { orLogged } from '../or-logged.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type LocatedFinding, locateFinding, type ScannedText } from './locate.ts';
import { createLookAtStorages, type ListStorages } from './look-at-storages.ts';
import type { Secrets } from './secrets.ts';

/** Sources of the scan: the memory and other files as last read, and the texts it reads itself. */
export type ScanSources = {
  readonly texts: () => readonly ScannedText[];
  readonly storages: ListStorages;
  readonly archive: {
    revision(): number;
    readFor(turn: Turn, ms: number): Promise<ArchiveSoFar>;
  };
};
type ArchiveSoFar = {
  readonly files: readonly { readonly name: string; readonly document: MemoryDocument | null }[];
  /** Null once all of it is read. */
  readonly reading: unknown;
};

/** Limits on findings, more than anyone goes through, and on characters, which take a second at worst. */
const most = { findings: 2000, characters: 2 * 1024 * 1024 };
/** Milliseconds of reading the archive at a time, before others have their turn. */
const slice = 50;

const tooLong = ({ file, text }: ScannedText): readonly string[] =>
  text.length > most.characters ? [`${file} is too long: only its first two million characters were looked at.`] : [];

const maxProblems = 3;

function inShort(problems: readonly string[]): string | null {
  const more = problems.length - maxProblems;
  const rest = more > 0 ? [`So it is with ${more} more.`] : [];
  return problems.length === 0 ? null : [...problems.slice(0, maxProblems), ...rest].join(' ');
}

/** State of the sources at a look. */
type SeenSources = { readonly texts: readonly string[]; readonly revision: number; readonly stamps: string };

const isSame = (one: SeenSources, other: SeenSources): boolean =>
  one.revision === other.revision &&
  one.stamps === other.stamps &&
  one.texts.length === other.texts.length &&
  one.texts.every((text, index) => text === other.texts[index]);

async function findIn({ text, place }: ScannedText, secrets: Secrets): Promise<readonly ScanFinding[]> {
  const part = text.slice(0, most.characters);
  return scanText(part, { secrets: await secrets.find(part), of: place === 'source' ? 'source' : 'memory' });
}

/** Scans all texts, and later only those that have changed. */
export function createLookAtAll(
  { ports, access, tell }: Pick<WorkspaceParts, 'ports' | 'access' | 'tell'>,
  { texts, storages, archive }: ScanSources,
  secrets: Secrets,
) {
  let findingsByText: ReadonlyMap<string, readonly ScanFinding[]> = new Map();
  let located: readonly LocatedFinding[] = [];
  let problem: string | null = null;
  let lookedAt: SeenSources | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  const ofStorages = createLookAtStorages(storages, async (text) => {
    return { located: locateFinding(text, await findIn(text, secrets)), problems: tooLong(text) };
  });
  const textsNow = (): readonly string[] => texts().map(({ text }) => text);

  const seenNow = (): SeenSources => ({ texts: textsNow(), revision: archive.revision(), stamps: ofStorages.stamps() });
  const isWhole = (): boolean => lookedAt !== null && isSame(lookedAt, seenNow());

  async function lookAtAll(turn: Turn | null): Promise<void> {
    const seen = seenNow();
    const next = new Map<string, readonly ScanFinding[]>();
    const all: LocatedFinding[] = [];
    const problems: string[] = [];
    const look = async (scanned: ScannedText): Promise<void> => {
      const name = `${scanned.place === 'source'} ${scanned.text}`;
      const findings = next.get(name) ?? findingsByText.get(name) ?? (await findIn(scanned, secrets));
      next.set(name, findings);
      if (all.length < most.findings) {
        all.push(...locateFinding(scanned, findings));
      }
      problems.push(...tooLong(scanned));
    };
    for (const text of texts()) {
      await look(text);
    }
    // Texts beside the memory may take longer to read.
    located = [...all];
    all.push(
      ...(await ofStorages.look(
        (each) => problems.push(each),
        () => isClosed,
      )),
    );
    try {
      for await (const text of archived(
        archive,
        turn === null ? access.inTurn : (work) => work(turn),
        () => isClosed,
      )) {
        await look(text);
      }
    } catch (error) {
      problems.push(`The archive could not be read. ${toContextureError(error).message}`);
    }
    if (all.length >= most.findings) {
      problems.push(`These are the first ${most.findings} findings.`);
    }
    findingsByText = next;
    located = all.slice(0, most.findings);
    problem = inShort(problems);
    lookedAt = { texts: seen.texts, revision: archive.revision(), stamps: ofStorages.stamps() };
  }

  /** Never rejects. */
  async function catchUp(): Promise<void> {
    while (!isWhole() && !isClosed) {
      const seen = seenNow();
      const isDone = await orLogged(ports, 'What the memory holds could not be looked at', async () => {
        await lookAtAll(null);
        return true;
      });
      if (!isDone) {
        // A listener asks again when notified, and the result would be no better then.
        problem = 'Not everything could be looked at.';
        lookedAt = seen;
        break;
      }
    }
    running = null;
    if (!isClosed) {
      tell('scan.changed', {});
    }
  }

  return {
    isWhole,
    /** Lists agents' data before the caller asks whether everything was scanned. Never rejects. */
    notice: async (): Promise<void> =>
      void (await orLogged(ports, 'Agent data could not be listed', ofStorages.notice)),
    found: (): readonly LocatedFinding[] => located,
    /** Reason why there may be more; null if the list is complete. */
    problem: (): string | null => problem,
    /** Scans until nothing has changed. Never rejects. */
    catchUp(): Promise<void> {
      if (running === null && !isWhole() && !isClosed) {
        running = catchUp();
      }
      return running ?? Promise.resolve();
    },
    async inTurn(turn: Turn): Promise<void> {
      if (!isWhole()) {
        await lookAtAll(turn);
      }
    },
    /** Makes the next look scan everything again. */
    forget(): void {
      findingsByText = new Map();
      ofStorages.forget();
      located = [];
      lookedAt = null;
    },
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}

/** Reads the archive, a file at a time. @param within gives a turn for each piece that is read */
async function* archived(
  archive: ScanSources['archive'],
  within: (read: (turn: Turn) => Promise<ArchiveSoFar>) => Promise<ArchiveSoFar>,
  isClosed: () => boolean,
): AsyncIterable<ScannedText> {
  const done = new Set<MemoryDocument>();
  for (let isOver = false; !isOver && !isClosed(); ) {
    const { files, reading } = await within((turn) => archive.readFor(turn, slice));
    for (const { name, document } of files) {
      if (document !== null && !done.has(document)) {
        done.add(document);
        yield { place: 'archive', file: name, text: document.text, document };
      }
    }
    isOver = reading === null;
  }
}
