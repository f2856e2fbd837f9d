import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { type Bytes, readBytes } from '../app-files/file-version.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { damageOf, nameIn } from './storage-files.ts';

type AsideNeeds = Pick<WorkspaceParts, 'ports' | 'layout' | 'commit'>;

type SetAsideRequest = Pick<ParsedParams<'storages.setAside'>, 'file' | 'assistant'> & CancellationToken;

export async function setAside(
  open: AsideNeeds,
  { file, assistant, cancelled }: SetAsideRequest,
): Promise<Result<'storages.setAside'>> {
  const { layout, commit, ports } = open;
  const path = layout.storagePath(file);
  const ending = `.damaged-${ports.newId().slice(0, 8)}`;
  const author = assistant === undefined ? 'person' : 'assistant';
  const rule = { name: assistant, cancelled };
  if (file === databaseName) {
    return setDatabaseAside(open, ending, (step) => commit.change(author, step, rule));
  }
  let isDamaged = false;
  const step: ComputeStep = async (input) => {
    const now = await input.bytes(path);
    isDamaged = now !== null && damageOf(nameIn(file), ports.decodeText(now.bytes) ?? '') !== null;
    return asideStep(path, isDamaged && now !== null ? movedAside(path, now, ending) : []);
  };
  const done = await commit.change(author, step, rule);
  return { ...done, name: isDamaged ? `${ports.paths.basename(path)}${ending}` : null };
}

const asideStep = (path: string, files: readonly StepFile[]) => ({
  ...emptyStep,
  label: `Set ${quoted(path)} aside, which is damaged`,
  files,
});

const movedAside = (path: string, { bytes }: Bytes, ending: string): StepFile[] => [
  { path: `${path}${ending}`, after: bytes, phase: 'gains' },
  { path, after: null, phase: 'loses' },
];

async function setDatabaseAside(
  { layout, ports }: AsideNeeds,
  ending: string,
  change: (step: ComputeStep) => Promise<Omit<Result<'storages.setAside'>, 'name'>>,
): Promise<Result<'storages.setAside'>> {
  const { storageDatabase: path } = layout;
  let readable: readonly StepFile[] | null = null;
  const step: ComputeStep = async (input) => {
    readable = await readableIfDamaged(ports, path);
    const now = readable && (await input.bytes(path));
    return asideStep(path, now ? movedAside(path, now, ending) : []);
  };
  const done = await change(step);
  const rows: readonly StepFile[] = readable ?? [];
  if (rows.length > 0) {
    const label = `Saved what could be read of ${quoted(path)}`;
    await change(async () => ({ ...emptyStep, label, files: rows }));
  }
  return { ...done, name: readable === null ? null : `${databaseName}${ending}` };
}

/** Readable rest of a damaged database, to be written again; null if it is not damaged, or missing. */
async function readableIfDamaged(ports: Ports, path: string): Promise<StepFile[] | null> {
  let isDamaged = false;
  const orDamaged = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (toContextureError(error).code !== 'not_text') {
        throw error;
      }
      isDamaged = true;
      return null;
    });
  const rows: StepFile[] = [];
  for (const { name } of (await orDamaged(ports.files.list(path))) ?? []) {
    const row = ports.paths.join(path, name);
    const readRow = await orDamaged(readBytes(ports, row));
    if (readRow !== null) {
      rows.push({ path: row, after: readRow.bytes, phase: 'changes' });
    }
  }
  return isDamaged ? rows : null;
}
