import { toContextureError } from '#shared/contract/errors.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import type { LocatedFinding, ScannedText } from './locate.ts';

type Unread = (path: string, error: unknown) => void;

type KeptTexts = {
  readonly path: string;
  /** Changes whenever the content may have. */
  readonly stamp: string;
  /**
   * Texts without JSON escapes: one, or one for each file in an archive.
   * @param unread called for what isn’t scanned
   */
  texts(unread: Unread): AsyncIterable<Pick<ScannedText, 'file' | 'text'>>;
};

/** @param unread called for what can’t be scanned */
export type ListStorages = (unread: Unread) => Promise<readonly KeptTexts[]>;

type Findings = { readonly located: readonly LocatedFinding[]; readonly problems: readonly string[] };

const nameOf = ({ path, stamp }: KeptTexts): string => `${path} ${stamp}`;

/** A storage that is one text. */
type Storage = Pick<KeptTexts, 'path' | 'stamp'> & { readonly file: string; text(): Promise<string | null> };

/** Prepares an agent's storage for the scan. */
export const textOfStorage = ({ file, path, stamp, text }: Storage): KeptTexts => ({
  path,
  stamp,
  async *texts() {
    const written = (await text()) ?? '';
    yield { file, text: saidInJson(written)?.join('\n') ?? written };
  },
});

/** Scans agents' data, which nothing else follows, and later only what has changed. */
export function createLookAtStorages(list: ListStorages, findIn: (looked: ScannedText) => Promise<Findings>) {
  /** Findings, by the storage they were in and its content then. */
  let known: ReadonlyMap<string, Findings> = new Map();
  let stamps = '';

  async function notice(unread: Unread = () => undefined): Promise<readonly KeptTexts[]> {
    const found = await list(unread);
    stamps = found.map(nameOf).join('\n');
    return found;
  }

  async function findInStorage({ texts }: KeptTexts): Promise<Findings> {
    const located: LocatedFinding[] = [];
    const problems: string[] = [];
    const leftOut: Unread = (path, error) =>
      problems.push(`${path} was not looked at. ${toContextureError(error).message}`);
    for await (const said of texts(leftOut)) {
      const found = await findIn({ place: 'storage', ...said, document: null });
      located.push(...found.located);
      problems.push(...found.problems);
    }
    return { located, problems };
  }

  return {
    /** Text that changes whenever the last {@link notice} found that data may have changed. */
    stamps: (): string => stamps,
    notice,
    /** @param isOver tells that nobody wants to know any more */
    async look(problem: (message: string) => void, isOver: () => boolean): Promise<readonly LocatedFinding[]> {
      const couldNot: Unread = (path, error) =>
        problem(`${path} could not be read. ${toContextureError(error).message}`);
      const next = new Map<string, Findings>();
      for (const storage of await notice(couldNot)) {
        if (isOver()) {
          break;
        }
        const name = nameOf(storage);
        try {
          next.set(name, known.get(name) ?? (await findInStorage(storage)));
        } catch (error) {
          couldNot(storage.path, error);
        }
      }
      known = next;
      const all = [...next.values()];
      for (const one of all.flatMap(({ problems }) => problems)) {
        problem(one);
      }
      return all.flatMap(({ located }) => located);
    },
    forget(): void {
      known = new Map();
    },
  };
}
