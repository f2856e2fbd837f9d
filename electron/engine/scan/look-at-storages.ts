import { toContextureError } from '#shared/contract/errors.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import type { Located, Looked } from './locate.ts';

type Unread = (path: string, error: unknown) => void;

type Kept = {
  readonly path: string;
  /** Another whenever it may say something else. */
  readonly stamp: string;
  /** What it says, not how JSON writes that: one text, or one for each file in an archive. @param unread told of what isn’t looked into */
  texts(unread: Unread): AsyncIterable<Pick<Looked, 'file' | 'text'>>;
};

/** @param unread told of what can’t be looked into */
export type ListStorages = (unread: Unread) => Promise<readonly Kept[]>;

type Findings = { readonly located: readonly Located[]; readonly problems: readonly string[] };

const nameOf = ({ path, stamp }: Kept): string => `${path} ${stamp}`;

/** One that is one text. */
type Storage = Pick<Kept, 'path' | 'stamp'> & { readonly file: string; text(): Promise<string | null> };

/** A storage of an agent, as it is looked at. */
export const textOfStorage = ({ file, path, stamp, text }: Storage): Kept => ({
  path,
  stamp,
  async *texts() {
    const written = (await text()) ?? '';
    yield { file, text: saidInJson(written)?.join('\n') ?? written };
  },
});

/** Looks at what agents keep, which nobody else follows, and again only at what has changed. */
export function createLookAtStorages(list: ListStorages, findIn: (looked: Looked) => Promise<Findings>) {
  /** What was found, by which storage it was in and what it said then. */
  let known: ReadonlyMap<string, Findings> = new Map();
  let stamps = '';

  async function notice(unread: Unread = () => undefined): Promise<readonly Kept[]> {
    const found = await list(unread);
    stamps = found.map(nameOf).join('\n');
    return found;
  }

  async function findInStorage({ texts }: Kept): Promise<Findings> {
    const located: Located[] = [];
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
    /** Another text whenever something else may be kept than when this was last noticed. */
    stamps: (): string => stamps,
    notice,
    /** @param isOver whether nobody wants to know any more */
    async look(problem: (message: string) => void, isOver: () => boolean): Promise<readonly Located[]> {
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
