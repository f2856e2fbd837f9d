import { ContextureError } from '#shared/contract/errors.ts';
import { requireVersion } from '#shared/storages/driver.ts';
import { quoted } from '../../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../../steps/step.ts';

/** @param over maximum bytes it may have; null for any @throws `not_found`; `text_conflict` if it has more */
export function clearStep(name: string, path: string, over: number | null): ComputeStep {
  return async (input) => {
    const now = await input.bytes(path);
    if (now === null) {
      throw new ContextureError('not_found', `There is no conversation ${quoted(name)}. Nothing was changed.`, {
        name,
      });
    }
    if (over !== null) {
      requireVersion(String(now.bytes.length), String(over), name);
    }
    const files: StepFile[] = now.bytes.length === 0 ? [] : [{ path, after: new Uint8Array(), phase: 'loses' }];
    return { ...emptyStep, label: `Cleared the conversation ${quoted(name)}`, files };
  };
}
