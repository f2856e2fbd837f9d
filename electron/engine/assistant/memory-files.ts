import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import type { Import, ImportedText } from '#shared/formats/format.ts';
import { countInWords } from '#shared/text/counts.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { maxEditableBytes, readVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import { type FileInfo, type Ports, sameFile, type Watch } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

/** Paths outside the workspace that the person lets an assistant read: as listed, and with links resolved. */
const approvalsSchema = z.strictObject({ approved: z.array(z.string()) });

/**
 * The files an assistant reads before the memory. One outside the workspace, even by a link, needs approval. Until then its
 * existence isn't even checked: on some systems, a path alone can make a server be contacted.
 */
export type MemoryFiles = ReturnType<typeof createMemoryFiles>;

export function createMemoryFiles(
  { ports, layout, dataFolder, tell }: Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder' | 'tell'>,
  listed: () => readonly string[],
  memoryText: () => string,
) {
  const { files, paths } = ports;
  const hinted = createSignal();
  let current: readonly KnownFile[] = [];
  let watch: { readonly places: string; readonly watch: Watch } | null = null;
  /** Path in the workspace's own data, where no assistant and no copied folder can write. */
  const approvalsPath = (): string => paths.join(dataFolder.current(), 'approvals.json');
  const approvals = async (): Promise<ReadonlySet<string>> =>
    new Set((await readAppJson(ports, approvalsPath(), approvalsSchema, { approved: [] })).approved);

  function ofPath(path: string, what: (file: KnownFile) => string | null): string {
    const [value] = current.filter(({ view }) => view.path === path).flatMap((file) => what(file) ?? []);
    if (value === undefined) {
      throw new ContextureError('not_found', `${path} is not one of the files that are read here.`, { path });
    }
    return value;
  }

  async function watchAgain(): Promise<void> {
    const places = current.flatMap(({ view }) => (view.state === 'unapproved' ? [] : view.place));
    if (watch?.places === places.join('\n')) {
      return;
    }
    await watch?.watch.close();
    const watched = { files: places, folders: [], archive: null };
    watch =
      places.length === 0
        ? null
        : { places: places.join('\n'), watch: ports.watcher.watch(watched, () => void hinted.emit()) };
  }

  return {
    hinted,
    /** Reads changed files. Never rejects: a file that can't be read has that as its state. */
    async refresh(_: Turn): Promise<void> {
      try {
        const listedPaths = listed();
        const imported = layout.format.imports?.load(memoryText()).imports ?? [];
        const approved = listedPaths.length + imported.length === 0 ? new Set<string>() : await approvals();
        const memory = (await files.realPath(layout.contextPath)) ?? layout.contextPath;
        // The memory itself is read after all of them.
        const reading: ReadPass = { root: layout.root, approved, taken: new Set([memory]), known: current, next: [] };
        for (const path of listedPaths) {
          const place = placeOf(ports, layout.root, path);
          const address = { path, name: paths.basename(place), place, imported: null };
          addFile(reading, await lookAtFile(ports, address, reading, plainly));
        }
        await readImports(ports, imported, reading, { layout, from: layout.contextPath, above: [memory] });
        const { next } = reading;
        const isNews = JSON.stringify(next.map(({ view }) => view)) !== JSON.stringify(current.map(({ view }) => view));
        current = next;
        await watchAgain();
        if (isNews) {
          tell('sources.changed', {});
        }
      } catch (error) {
        ports.log('warn', `The memory files could not be looked at: ${toContextureError(error).code}.`);
      }
    },
    list: (): readonly MemoryFile[] => current.map(({ view }) => view),
    /** Files that are read, in order, each once even if listed repeatedly. */
    read: (): readonly { readonly path: string; readonly name: string; readonly text: string }[] =>
      current.flatMap(({ view: { path, name }, text }) => (text === null ? [] : [{ path, name, text }])),
    /** Text of a file that is read, by its path in the settings. @throws `not_found` for any other */
    text: (path: string): string => ofPath(path, ({ text }) => text),
    placeOf: (path: string): string => ofPath(path, ({ view }) => view.place),
    /** Question to the person before a place is approved. @throws `not_found` if no file on the list has it */
    question(place: string): string {
      if (!current.some(({ view, listedAs }) => view.place === place || listedAs === place)) {
        throw new ContextureError('not_found', `${place} is not one of the files that are read here.`, { path: place });
      }
      return `Let assistants of ${layout.root} read ${place} before the memory?`;
    },
    async approve(_: Turn, place: string, approve: boolean): Promise<void> {
      // Without the link's target: the person hasn't been told that, and is asked again if it is another place.
      const listedAs = current.filter(({ view }) => view.place === place).map((file) => file.listedAs);
      const addresses = new Set([place, ...listedAs]);
      const others = [...(await approvals())].filter((each) => !addresses.has(each));
      await writeAppJson(ports, approvalsPath(), { approved: approve ? [...others, ...addresses] : others });
    },
    async close(): Promise<void> {
      await watch?.watch.close();
      watch = null;
    },
  };
}

type KnownFile = {
  readonly view: MemoryFile;
  /** Its path by the settings, links not followed. */
  readonly listedAs: string;
  readonly text: string | null;
  readonly imports: readonly Import[];
  readonly info: FileInfo | null;
};

type ReadPass = {
  readonly root: string;
  /** Paths outside of the workspace that the person lets an assistant read. */
  readonly approved: ReadonlySet<string>;
  readonly taken: Set<string>;
  readonly known: readonly KnownFile[];
  readonly next: KnownFile[];
};

type Blank = Omit<MemoryFile, 'state'>;
type FileAddress = Pick<MemoryFile, 'path' | 'name' | 'place' | 'imported'>;

/** Loads a file on the list: all of it, without its imports. */
const plainly = (text: string): ImportedText => ({ text, imports: [] });

/** Maximum number of imports, more than anyone intends. */
const maxImports = 200;

function addFile({ taken, next }: ReadPass, file: KnownFile): void {
  if (file.view.state === 'read') {
    taken.add(file.view.place);
  }
  next.push(file);
}

type ImportContext = {
  readonly layout: Pick<WorkspaceLayout, 'format' | 'contextPath'>;
  /** The importing file. */
  readonly from: string;
  /** The importing file and those that led to it, the memory first. */
  readonly above: readonly string[];
};

/** Reads a file's imports, and theirs, in the order in which they are named. */
async function readImports(
  ports: Ports,
  imports: readonly Import[],
  reading: ReadPass,
  { layout, from, above }: ImportContext,
): Promise<void> {
  const { paths } = ports;
  const { imports: how } = layout.format;
  const nameOf = (place: string): string =>
    isBelow(ports, reading.root, place) ? place.slice(paths.join(reading.root, ' ').length - 1) : place;
  for (const { path, line, isMeant, isCut } of imports) {
    const place = placeOf(ports, paths.dirname(from), path);
    const address = { path: place, name: nameOf(place), place, imported: { file: nameOf(from), line } };
    if (reading.next.length >= maxImports || how === undefined) {
      const problem = `More than ${maxImports} files are read before the memory, so this and what follows is not.`;
      reading.next.push(notRead(address, { state: 'unreadable', problem }));
      return;
    }
    if (above.length > how.deepest) {
      const problem = `It is named ${countInWords(above.length)} deep, and files are read ${countInWords(how.deepest)} deep, so it is skipped.`;
      reading.next.push(notRead(address, { state: 'unreadable', problem }));
      continue;
    }
    if (isCut) {
      const problem = `The path ends at its first blank, at ${path}, so nothing is loaded. Write a blank in it as “\\ ”.`;
      reading.next.push(notRead(address, { state: 'missing', problem }));
      continue;
    }
    const file = await lookAtFile(ports, address, reading, how.load);
    const { state, place: real } = file.view;
    if (state === 'missing' && !isMeant) {
      continue;
    }
    if (state === 'repeated' && above.includes(real)) {
      const problem = 'It leads back to itself in a circle, so it is not read again here.';
      reading.next.push({ ...file, view: { ...file.view, problem } });
      continue;
    }
    addFile(reading, file);
    await readImports(ports, file.imports, reading, { layout, from: place, above: [...above, real] });
  }
}

const notRead = (
  address: FileAddress,
  view: Pick<MemoryFile, 'state' | 'problem'> & Partial<MemoryFile>,
): KnownFile => ({
  view: { ...address, bytes: null, modifiedAt: null, tokens: 0, outside: false, ...view },
  listedAs: address.place,
  text: null,
  imports: [],
  info: null,
});

/** Path from the settings as an absolute one: it may start from the workspace, the home folder or anywhere. */
const placeOf = ({ paths }: Pick<Ports, 'paths'>, root: string, path: string): string =>
  /^(~|[/\\]|[A-Za-z]:[/\\])/.test(path) ? paths.resolve(path) : paths.join(root, path);

/** Looks at a file, and reads it if it may be read and has changed. Never throws: a failure is its state. */
async function lookAtFile(
  ports: Ports,
  address: FileAddress,
  reading: ReadPass,
  load: (text: string) => ImportedText,
): Promise<KnownFile> {
  const { place } = address;
  const without = (view: Parameters<typeof notRead>[1]): KnownFile => notRead(address, view);
  const unapproved = (where: string): KnownFile => {
    const problem = `It lies outside the workspace, at ${where}, and is read only if you approve it.`;
    return without({ state: 'unapproved', place: where, outside: true, problem });
  };
  if (!isBelow(ports, reading.root, place) && !reading.approved.has(place)) {
    return unapproved(place);
  }
  try {
    const real = await ports.files.realPath(place);
    if (real === null) {
      const outside = !isBelow(ports, reading.root, place);
      return without({ state: 'missing', outside, problem: `There is no file at ${place}, so it is skipped.` });
    }
    if (reading.taken.has(real)) {
      return without({ state: 'repeated', place: real, problem: 'It is read already, so it is not read again here.' });
    }
    const outside = !(await isInside(ports, reading.root, real));
    if (outside && !reading.approved.has(real)) {
      return unapproved(real);
    }
    const blank = { ...without({ state: 'read', problem: null }).view, place: real, outside };
    return { ...(await readFile(ports, blank, reading.known, load)), listedAs: place };
  } catch (error) {
    return without({ state: 'unreadable', problem: toContextureError(error).message });
  }
}

async function isInside({ files, paths }: Ports, root: string, real: string): Promise<boolean> {
  const folder = (await files.realPath(root)) ?? root;
  return isBelow({ paths }, folder, real);
}

async function readFile(
  ports: Ports,
  blank: Blank,
  known: readonly KnownFile[],
  load: (text: string) => ImportedText,
): Promise<Omit<KnownFile, 'listedAs'>> {
  const info = await ports.files.info(blank.place);
  const before = known.find(({ view }) => view.place === blank.place && view.path === blank.path);
  if (info && before?.info && sameFile(before.info, info)) {
    return { ...before, view: { ...before.view, imported: blank.imported } };
  }
  if (info && info.size > maxEditableBytes) {
    const problem = `${blank.place} is over 16 MB, so it is not read.`;
    return { view: { ...blank, state: 'unreadable', problem, bytes: info.size }, text: null, imports: [], info };
  }
  const version = await readVersion(ports, blank.place);
  if (version === null) {
    const problem = `There is no file at ${blank.place}, so it is skipped.`;
    return { view: { ...blank, state: 'missing', problem }, text: null, imports: [], info: null };
  }
  const { bytes } = version;
  const { text, imports } = load(version.text);
  const isEmpty = text.trim() === '';
  const facts = { bytes: bytes.length, modifiedAt: version.info.modifiedAt };
  const view: MemoryFile = isEmpty
    ? { ...blank, ...facts, state: 'empty', problem: 'It is empty, so there is nothing to read.' }
    : { ...blank, ...facts, state: 'read', tokens: estimateOfWords(countWords(text)) };
  return { view, text: isEmpty ? null : text, imports, info: version.info };
}
