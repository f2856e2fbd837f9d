import { toContextureError } from '#shared/contract/errors.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import type { Located, Looked } from './locate.ts';

type Storage = {
  readonly file: string;
  readonly path: string;
  /** Another whenever it may say something else. */
  readonly stamp: string;
  text(): Promise<string | null>;
};
type Unread = (path: string, error: unknown) => void;

/** @param unread told of what can’t be looked into */
export type ListStorages = (unread: Unread) => Promise<readonly Storage[]>;

type Findings = { readonly located: readonly Located[]; readonly problems: readonly string[] };

const nameOf = ({ path, stamp }: Storage): string => `${path} ${stamp}`;

/** Looks at what agents keep, which nobody else follows, and again only at what has changed. */
export function createLookAtStorages(list: ListStorages, findIn: (looked: Looked) => Promise<Findings>) {
  /** What was found, by which storage it was in and what it said then. */
  let known: ReadonlyMap<string, Findings> = new Map();
  let stamps = '';

  async function notice(unread: Unread = () => undefined): Promise<readonly Storage[]> {
    const found = await list(unread);
    stamps = found.map(nameOf).join('\n');
    return found;
  }

  /** Looks at what it says, not at how JSON writes that. */
  async function findInStorage({ file, text }: Storage): Promise<Findings> {
    const written = (await text()) ?? '';
    return findIn({ place: 'storage', file, text: saidInJson(written)?.join('\n') ?? written, document: null });
  }

  return {
    /** Another text whenever something else may be kept than when this was last noticed. */
    stamps: (): string => stamps,
    notice,
    async look(problem: (message: string) => void): Promise<readonly Located[]> {
      const couldNot: Unread = (path, error) =>
        problem(`${path} could not be read. ${toContextureError(error).message}`);
      const next = new Map<string, Findings>();
      for (const storage of await notice(couldNot)) {
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
