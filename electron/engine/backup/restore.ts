import { placeInBackup } from '#shared/backup/paths.ts';
import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { discardBelow } from '../app-files/discard-below.ts';
import type { CancellationToken } from '../cancellation.ts';
import { draftFolders } from '../memory/drafts.ts';
import type { Ports } from '../ports.ts';
import {
  type ComparedFile,
  compareMemory,
  compareShared,
  dataStateOf,
  endsUnit,
  historyOf,
  type MemoryTarget,
} from './compare.ts';
import { type OpenBackup, withBackup } from './open-backup.ts';
import type { PutBack, RestoredFile } from './put-back.ts';
import { aloneWithBackups, interruptedRestore, noteRestore, restoringFolder } from './restore-notes.ts';

export type RestoreNeeds = {
  readonly ports: Ports;
  /** Opens a memory, also one that is empty or gone. */
  readonly open: (path: string) => Promise<{ readonly putBack: PutBack }>;
  readonly addRecent: (place: { readonly path: string; readonly name: string; readonly kind: string }) => Promise<void>;
};

type RestoreResult = Result<'backup.restore'>;
type ReplaceChoice = ParsedParams<'backup.restore'>['memories'][number]['replace'];

/** Steps of at most so many bytes and files, so that they fit into memory. */
const stepBytes = 32 * 1024 * 1024;
const stepFiles = 500;

/** Reports each file that is taken, after as many bytes were checked, and stops between two once that is asked for. */
function taking(backup: OpenBackup, { cancelled, progress }: CancellationToken): OpenBackup {
  const checked = backup.bytes;
  let taken = 0;
  return {
    ...backup,
    verify: (token) => backup.verify({ ...token, progress: ({ done }) => progress({ done, total: 2 * checked }) }),
    parts(file) {
      if (cancelled()) {
        throw new ContextureError('cancelled', 'The restore was stopped.');
      }
      taken = Math.min(checked, taken + file.size);
      progress({ done: checked + taken, total: 2 * checked });
      return backup.parts(file);
    },
  };
}

const isChosen = (replace: ReplaceChoice, { file, state }: ComparedFile): boolean =>
  state === 'different' && (replace === 'all' || replace.includes(file.path));

/** Restores from a backup that was read in full first. What fails in one memory leaves the others. */
export function restoreBackup(
  needs: RestoreNeeds,
  params: ParsedParams<'backup.restore'>,
  token: CancellationToken,
): Promise<RestoreResult> {
  const { ports } = needs;
  return withBackup(ports, params, async (opened) => {
    const backup = taking(opened, token);
    await backup.verify(token);
    return aloneWithBackups(ports, () => restoreChecked(needs, backup, params));
  });
}

async function restoreChecked(
  needs: RestoreNeeds,
  backup: OpenBackup,
  params: ParsedParams<'backup.restore'>,
): Promise<RestoreResult> {
  const { ports } = needs;
  const { manifest } = backup;
  const targets: { readonly target: MemoryTarget; readonly replace: ReplaceChoice }[] = [];
  for (const { memory: number, to, replace } of params.memories) {
    const memory = manifest.memories[number];
    if (memory === undefined) {
      throw new ContextureError('invalid_request', `The backup has no memory ${number}. Nothing was changed.`);
    }
    targets.push({ target: await compareMemory(ports, manifest, { memory, number, to }), replace });
  }
  const path = ports.paths.resolve(params.path);
  const isContinued = (await interruptedRestore(ports))?.path === path;
  const notes = noteRestore(ports, path);
  await notes.begin();
  const memories: RestoreResult['memories'] = [];
  for (const { target, replace } of targets) {
    memories.push(await restoreMemory(needs, backup, target, { replace, isContinued }));
  }
  const shared = await restoreShared(ports, backup, params.shared);
  if (memories.every(({ problem }) => problem === null)) {
    await notes.end();
  }
  return { memories, shared };
}

async function restoreMemory(
  needs: RestoreNeeds,
  backup: OpenBackup,
  target: MemoryTarget,
  { replace, isContinued }: { readonly replace: ReplaceChoice; readonly isContinued: boolean },
): Promise<RestoreResult['memories'][number]> {
  const { name, isFile } = target.memory;
  const files = [...target.files, ...target.own];
  const replaced = files.filter((file) => isChosen(replace, file));
  const added = files.filter(({ state }) => state === 'new');
  const facts = { name, to: target.to, added: added.length, replaced: replaced.length };
  try {
    const isPlain = mayBePlain(target, isContinued);
    await (isPlain ? placeMemory(needs, backup, target) : mergeMemory(needs, backup, target, [...added, ...replaced]));
    await needs.addRecent({ path: target.to, name, kind: isFile ? 'Markdown' : 'Contexture' });
    return { ...facts, canUndo: !isPlain && added.length + replaced.length > 0, problem: null };
  } catch (error) {
    const message = `${toContextureError(error).message} What was restored before that stays; restore again to go on.`;
    return { ...facts, canUndo: false, problem: message };
  }
}

/**
 * True if no other data is kept here and nothing differs, so that everything becomes as it was, byte for byte.
 * @param isContinued true if the same was restored before and cut off
 */
function mayBePlain({ files, own, data }: MemoryTarget, isContinued: boolean): boolean {
  const state = dataStateOf([...own, ...data]);
  const isComplete = files.every((each) => each.state === 'same');
  const isFitting = state === 'none' || (state === 'same' && (isContinued || isComplete));
  return isFitting && files.every((each) => ['new', 'same'].includes(each.state));
}

/** True for the file that ties a memory to its data: it comes last, when the data is there. */
const isId = ({ file, to }: ComparedFile): boolean => file.role === 'settings' && /[\\/]id$/.test(to);

/** Writes what is missing. Where it is cut off, all that is there is as in the backup, and the next restore goes on. */
async function placeMemory({ ports }: RestoreNeeds, backup: OpenBackup, target: MemoryTarget): Promise<void> {
  const { dataFolder, files } = target;
  const data = [...target.own, ...target.data];
  const missing = files.filter(({ state }) => state === 'new');
  const place = async (): Promise<void> => {
    for (const each of missing.filter((one) => !isId(one))) {
      await placeFile(ports, backup, each);
    }
  };
  await (target.lockPath === null || missing.length === 0 ? place() : ports.lock.hold(target.lockPath, place));
  if (dataStateOf(data) === 'none') {
    const staged = stagingFolder(ports, dataFolder);
    await stage(ports, backup, data, dataFolder, staged);
    await ports.files.renameFolder(staged, dataFolder);
    if ((await ports.files.info(staged)) !== null) {
      const message = `${target.to} was opened in Contexture meanwhile.`;
      throw new ContextureError('busy', message, {}, { retry: true });
    }
  }
  for (const each of missing.filter(isId)) {
    await ports.files.store(each.to, await bytesOf(backup, each));
  }
}

/** Writes a file where there was none. One that came meanwhile is not lost. */
async function placeFile(ports: Ports, backup: OpenBackup, each: ComparedFile): Promise<void> {
  const { version } = await ports.files.replace(each.to, await bytesOf(backup, each));
  if (version !== null && version.hash !== each.file.sha256) {
    await ports.files.replace(each.to, version.bytes);
    const message = `Another app wrote ${each.to} meanwhile. Its text was put back.`;
    throw new ContextureError('busy', message, { path: each.to }, { retry: true });
  }
}

/** Writes into a memory that is here, by changes that can be undone; versions its history lacks are added to that. */
async function mergeMemory(
  { ports, open }: RestoreNeeds,
  backup: OpenBackup,
  target: MemoryTarget,
  wanted: readonly ComparedFile[],
): Promise<void> {
  const { dataFolder, data, to } = target;
  const id = wanted.find(isId);
  if (id !== undefined) {
    await ports.files.store(id.to, await bytesOf(backup, id));
  }
  const { putBack } = await open(to);
  const isKept = ({ file }: ComparedFile): boolean =>
    file.role === 'history' || Object.values<string>(draftFolders).includes(placeInBackup(file.path).names[0] ?? '');
  if (historyOf(data) !== 'same') {
    const staged = stagingFolder(ports, dataFolder);
    await stage(ports, backup, data.filter(isKept), dataFolder, staged);
    await putBack.adopt(staged);
    await discardBelow(ports, staged);
  }
  const label = `Restored from the backup of ${dayOf(backup.manifest.createdAt)}`;
  const at = ports.clock.now();
  const ofEntries = new Set(['memory', 'topic', 'archive', 'notes']);
  const rest = wanted.filter((one) => one !== id && !ofEntries.has(one.file.role));
  // Memory and archives are one step: an entry that moved between them is in one of them, never in none.
  for (const files of [wanted.filter(({ file }) => ofEntries.has(file.role)), ...inSteps(rest)]) {
    const restored: RestoredFile[] = [];
    for (const each of files) {
      restored.push({ path: each.to, bytes: await bytesOf(backup, each) });
    }
    if (restored.length > 0) {
      await putBack.write(label, at, restored);
    }
  }
}

function inSteps(files: readonly ComparedFile[]): ComparedFile[][] {
  const steps: ComparedFile[][] = [];
  let bytes = 0;
  for (const each of files) {
    const last = steps.at(-1);
    if (last === undefined || bytes + each.file.size > stepBytes || last.length === stepFiles) {
      steps.push([each]);
      bytes = each.file.size;
    } else {
      last.push(each);
      bytes += each.file.size;
    }
  }
  return steps;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Writes files of a data folder into another folder, which gets its name once all are there. */
async function stage(
  ports: Ports,
  backup: OpenBackup,
  data: readonly ComparedFile[],
  dataFolder: string,
  staged: string,
): Promise<void> {
  await discardBelow(ports, staged);
  for (const { file, to } of data) {
    const path = staged + to.slice(dataFolder.length);
    const isRow = ports.paths.basename(ports.paths.dirname(path)) === databaseName;
    await (isRow
      ? ports.files.replace(path, await bytesOf(backup, { file }))
      : ports.files.storeParts(path, backup.parts(file)));
  }
}

async function restoreShared(
  ports: Ports,
  backup: OpenBackup,
  wanted: ParsedParams<'backup.restore'>['shared'],
): Promise<RestoreResult['shared']> {
  if (wanted === undefined) {
    return { added: 0, replaced: 0 };
  }
  const compared = await compareShared(ports, backup.manifest);
  const isLast = ({ to }: ComparedFile): boolean => endsUnit(to);
  const added = compared.filter(({ state }) => state === 'new');
  for (const { file, to } of [...added.filter((one) => !isLast(one)), ...added.filter(isLast)]) {
    await ports.files.storeParts(to, backup.parts(file));
  }
  const replaced = compared.filter((one) => isChosen(wanted.replace, one));
  for (const { file, to } of replaced) {
    const aside = ports.paths.join(
      ports.dataFolder,
      'recovered',
      `${ports.newId().slice(0, 16)}-${ports.paths.basename(to)}`,
    );
    await ports.files.storeCopy(to, aside);
    await ports.files.storeParts(to, backup.parts(file));
  }
  return { added: added.length, replaced: replaced.length };
}

const stagingFolder = ({ paths }: Ports, dataFolder: string): string =>
  paths.join(paths.dirname(paths.dirname(dataFolder)), restoringFolder, paths.basename(dataFolder));

async function bytesOf(backup: OpenBackup, { file }: Pick<ComparedFile, 'file'>): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const part of backup.parts(file)) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
