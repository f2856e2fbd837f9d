import type { ChangeResult, ContextUpdate, Operation } from '#shared/contract/features/memory.ts';
import { withoutHeldOperations } from '#shared/formats/context/held-operations.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { type HeldUpdate, withoutHeld } from '#shared/formats/context/updates.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Decisions } from '../decisions/decisions.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';
import { assistantStep, type Rules, updatesStep } from './steps.ts';

export type AssistantWritesOptions = {
  readonly decisions: Decisions;
  readonly rules: () => Rules;
  /** Whether what would overwrite a correction with less confidence waits for the person. */
  readonly holds: () => boolean;
  /**
   * Writes a step, in turn.
   * @param afterwards called under the same lock, once the step is written
   */
  readonly write: (
    name: string | undefined,
    compute: (input: StepInput) => Promise<Step>,
    afterwards: () => Promise<void>,
  ) => Promise<ChangeResult>;
};

/** What an assistant asked for, as a step without what is held. */
type Sifted = {
  readonly step: (input: StepInput) => Promise<Step>;
  readonly held: readonly HeldUpdate[];
};
type Written = ChangeResult & { readonly held: ContextUpdate[] };

/** What an assistant asks for, but for what waits for the person because it speaks against a correction of theirs. */
export function createAssistantWrites({ decisions, rules, holds, write }: AssistantWritesOptions) {
  async function writeSifted(name: string | undefined, sift: (document: MemoryDocument) => Sifted): Promise<Written> {
    let held: readonly HeldUpdate[] = [];
    const result = await write(
      name,
      (input) => {
        const sifted = sift(input.context?.document ?? readContext(''));
        held = sifted.held;
        return sifted.step(input);
      },
      async () => (held.length > 0 ? decisions.hold(held, name ?? null) : undefined),
    );
    const notes = held.map(
      ({ update, against }) =>
        `The person corrected “${update.key}” to “${against.value}”, which stands. They will be asked about “${update.value}”.`,
    );
    return { ...result, notes: [...result.notes, ...notes], held: held.map(({ update }) => update) };
  }

  return {
    applyUpdates: (updates: readonly ContextUpdate[], name: string | undefined): Promise<Written> =>
      writeSifted(name, (document) => {
        const { free, held } = holds() ? withoutHeld(document, updates) : { free: updates, held: [] };
        return { step: updatesStep(free, rules()), held };
      }),
    changeEntries: (operations: readonly Operation[], name: string): Promise<Written> =>
      writeSifted(name, (document) => {
        const { free, held } = holds()
          ? withoutHeldOperations(document, operations, name)
          : { free: operations, held: [] };
        return { step: assistantStep(free, name, rules()), held };
      }),
  };
}
