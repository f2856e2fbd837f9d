import { ContextureError } from '#shared/contract/errors.ts';
import { quoted } from '../../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../../steps/step.ts';

/** Takes all from a conversation; one that is empty already stays as it is. @throws `not_found` */
export function clearStep(name: string, path: string): ComputeStep {
  return async (input) => {
    const now = await input.bytes(path);
    if (now === null) {
      throw new ContextureError('not_found', `There is no conversation ${quoted(name)}. Nothing was changed.`, {
        name,
      });
    }
    const files: StepFile[] = now.bytes.length === 0 ? [] : [{ path, after: new Uint8Array(), phase: 'loses' }];
    return { ...emptyStep, label: `Cleared the conversation ${quoted(name)}`, files };
  };
}
