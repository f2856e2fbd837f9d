import { ContextureError } from '#shared/contract/errors.ts';
import { requireVersion } from '#shared/storages/driver.ts';
import { counted } from '#shared/text/counts.ts';
import type { Edit } from '#shared/text/edits.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../steps/step.ts';
import { applyTyped } from '../steps/text-steps.ts';

type StorageWrite = {
  readonly path: string;
  readonly key: string;
  readonly bytes: Uint8Array;
  /** Hash of the version that may be written over; null if there was none. */
  readonly over: string | null;
};

type StorageEdit = Omit<StorageWrite, 'bytes'> & { readonly title: string; readonly edits: readonly Edit[] };

/** @throws `text_conflict` if there is another version by now */
export function writeStorageStep({ path, key, bytes, over }: StorageWrite): ComputeStep {
  return async (input) => {
    const now = await input.bytes(path);
    requireVersion(now?.hash ?? null, over, key);
    return { ...emptyStep, label: `Saved ${quoted(key)}`, files: [{ path, after: bytes, phase: 'changes' }] };
  };
}

/** @throws `text_conflict` if there is another version by now, `value_invalid` if the result is no JSON */
export function editStorageStep(
  ports: Pick<Ports, 'decodeText' | 'encodeText'>,
  { path, key, title, edits, over }: StorageEdit,
): ComputeStep {
  return async (input) => {
    const now = await input.bytes(path);
    requireVersion(now?.hash ?? null, over, key);
    const text = applyTyped(now === null ? '' : (ports.decodeText(now.bytes) ?? ''), edits);
    if (parseJson(text) === undefined) {
      const message = `That wouldn’t be valid JSON, so no agent could read ${quoted(key)} any more. Nothing was saved.`;
      throw new ContextureError('value_invalid', message, { key });
    }
    const label = `Corrected ${quoted(title)}`;
    return { ...emptyStep, label, files: [{ path, after: ports.encodeText(text), phase: 'changes' }] };
  };
}

type Replacement = { readonly path: string; readonly title: string; readonly after: Uint8Array | null };

export function replaceStoragesStep(replaced: readonly Replacement[], verb: 'Cleared' | 'Removed'): ComputeStep {
  return async (input) => {
    const existing: Replacement[] = [];
    for (const each of replaced) {
      if ((await input.bytes(each.path)) !== null) {
        existing.push(each);
      }
    }
    const [only] = existing.length === 1 ? existing : [];
    const what = only ? quoted(only.title) : `${counted(existing.length, 'thing', 'things')} that agents store`;
    const files: StepFile[] = existing.map(({ path, after }) => ({ path, after, phase: 'loses' }));
    return { ...emptyStep, label: `${verb} ${what}`, files };
  };
}
