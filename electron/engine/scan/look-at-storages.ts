import { toContextureError } from '#shared/contract/errors.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import type { LocatedFinding, ScannedText } from './locate.ts';

type Unread = (path: string, error: unknown) => void;

type StoredTexts = {
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
export type ListStorages = (unread: Unread) => Promise<readonly StoredTexts[]>;

type Findings = { readonly located: readonly LocatedFinding[]; readonly problems: readonly string[] };

const nameOf = ({ path, stamp }: StoredTexts): string => `${path} ${stamp}`;

type Storage = Pick<StoredTexts, 'path' | 'stamp'> & { readonly file: string; text(): Promise<string | null> };

export const textOfStorage = ({ file, path, stamp, text }: Storage): StoredTexts => ({
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
  let findingsByName: ReadonlyMap<string, Findings> = new Map();
  let stamps = '';

  async function notice(unread: Unread = () => undefined): Promise<readonly StoredTexts[]> {
    const storages = await list(unread);
    stamps = storages.map(nameOf).join('\n');
    return storages;
  }

  async function findInStorage({ texts }: StoredTexts): Promise<Findings> {
    const located: LocatedFinding[] = [];
    const problems: string[] = [];
    const leftOut: Unread = (path, error) =>
      problems.push(`${path} was not looked at. ${toContextureError(error).message}`);
    for await (const text of texts(leftOut)) {
      const findings = await findIn({ place: 'storage', ...text, document: null });
      located.push(...findings.located);
      problems.push(...findings.problems);
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
          next.set(name, findingsByName.get(name) ?? (await findInStorage(storage)));
        } catch (error) {
          couldNot(storage.path, error);
        }
      }
      findingsByName = next;
      const all = [...next.values()];
      for (const one of all.flatMap(({ problems }) => problems)) {
        problem(one);
      }
      return all.flatMap(({ located }) => located);
    },
    forget(): void {
      findingsByName = new Map();
    },
  };
}
