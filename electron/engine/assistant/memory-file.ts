import { toContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { maxEditableBytes, readVersion } from '../app-files/file-version.ts';
import { type FileInfo, type Ports, sameFile } from '../ports.ts';

/** A file that an assistant reads before the memory, as it was last looked at. */
export type KnownFile = { readonly view: MemoryFile; readonly text: string | null; readonly info: FileInfo | null };

/** What decides whether a file is read. */
export type Reading = {
  /** The workspace's folder. */
  readonly root: string;
  /** Real paths outside of it that the person lets an assistant read. */
  readonly approved: ReadonlySet<string>;
  /** Real paths that are read already. */
  readonly taken: ReadonlySet<string>;
  readonly known: readonly KnownFile[];
};

type Blank = Omit<MemoryFile, 'state'>;

/** Where a path of the settings is: from the workspace, the home folder or anywhere. */
export function placeOf({ paths }: Pick<Ports, 'paths'>, root: string, path: string): string {
  return /^(~|[/\\]|[A-Za-z]:[/\\])/.test(path) ? paths.resolve(path) : paths.join(root, path);
}

/** Looks at a file, and reads it where it may be read and is another by now. Never throws: that is a state of it. */
export async function lookAtFile(ports: Ports, path: string, reading: Reading): Promise<KnownFile> {
  const place = placeOf(ports, reading.root, path);
  const blank: Blank = {
    path,
    name: ports.paths.basename(place),
    place,
    bytes: null,
    modifiedAt: null,
    tokens: 0,
    problem: null,
    outside: false,
  };
  const without = (view: Pick<MemoryFile, 'state' | 'problem'> & Partial<MemoryFile>): KnownFile => ({
    view: { ...blank, ...view },
    text: null,
    info: null,
  });
  try {
    const real = await ports.files.realPath(place);
    if (real === null) {
      return without({ state: 'missing', problem: `There is no file at ${place}, so it is skipped.` });
    }
    if (reading.taken.has(real)) {
      return without({ state: 'repeated', place: real, problem: 'It is read already, so it is not read again here.' });
    }
    const outside = !(await isInside(ports, reading.root, real));
    if (outside && !reading.approved.has(real)) {
      const problem = `It lies outside the workspace, at ${real}, and is read only if you approve it.`;
      return without({ state: 'unapproved', place: real, outside, problem });
    }
    return await readFile(ports, { ...blank, place: real, outside }, reading.known);
  } catch (error) {
    return without({ state: 'unreadable', problem: toContextureError(error).message });
  }
}

async function isInside({ files, paths }: Ports, root: string, real: string): Promise<boolean> {
  const folder = (await files.realPath(root)) ?? root;
  return real.startsWith(paths.join(folder, ' ').slice(0, -1));
}

async function readFile(ports: Ports, blank: Blank, known: readonly KnownFile[]): Promise<KnownFile> {
  const info = await ports.files.info(blank.place);
  const before = known.find(({ view }) => view.place === blank.place && view.path === blank.path);
  if (info && before?.info && sameFile(before.info, info)) {
    return before;
  }
  if (info && info.size > maxEditableBytes) {
    const problem = `${blank.place} is over 16 MB, so it is not read.`;
    return { view: { ...blank, state: 'unreadable', problem, bytes: info.size }, text: null, info };
  }
  const version = await readVersion(ports, blank.place);
  if (version === null) {
    const problem = `There is no file at ${blank.place}, so it is skipped.`;
    return { view: { ...blank, state: 'missing', problem }, text: null, info: null };
  }
  const { text, bytes } = version;
  const isEmpty = text.trim() === '';
  const facts = { bytes: bytes.length, modifiedAt: version.info.modifiedAt };
  const view: MemoryFile = isEmpty
    ? { ...blank, ...facts, state: 'empty', problem: 'It is empty, so there is nothing to read.' }
    : { ...blank, ...facts, state: 'read', tokens: estimateOfWords(countWords(text)) };
  return { view, text: isEmpty ? null : text, info: version.info };
}
