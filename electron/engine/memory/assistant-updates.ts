import type { ChangeResult, ContextUpdate, Operation } from '#shared/contract/changes.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type HeldUpdate, withoutHeld, withoutHeldOperations } from '#shared/formats/held-updates.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import { presentMemory } from '../steps/rules.ts';
import type { ComputeStep } from '../steps/step.ts';
import type { LockedTurn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { assistantStep, updatesStep } from './steps.ts';

type Needs = Pick<WorkspaceParts, 'access' | 'rules' | 'commit'> & {
  readonly settings: WorkspaceSettings;
  readonly decisions: { hold(locked: LockedTurn, held: readonly HeldUpdate[], name: string | null): Promise<void> };
};

/** Step for an assistant's updates, without the held ones. */
type SiftedUpdates = { readonly step: ComputeStep; readonly held: readonly HeldUpdate[] };
type AssistantRequest = Partial<Pick<CancellationToken, 'cancelled'>> & { readonly name: string | undefined };
type UpdateResult = ChangeResult & { readonly held: ContextUpdate[] };

/** Applies assistants' updates, except those that wait for the person because they contradict what the person kept. */
export type AssistantUpdates = ReturnType<typeof createAssistantUpdates>;

export function createAssistantUpdates({ access, settings, decisions, rules, commit }: Needs) {
  /** True if updates against what the person kept wait for the person, who is otherwise notified of them. */
  const holds = (): boolean => settings.current().settings.holdAgainstCorrections;

  function writeSifted(
    { name, cancelled }: AssistantRequest,
    sift: (document: MemoryDocument) => SiftedUpdates,
  ): Promise<UpdateResult> {
    return access.inTurn(async (turn) => {
      let held: readonly HeldUpdate[] = [];
      const compute: ComputeStep = async (input) => {
        const sifted = sift(await presentMemory(input, rules()));
        held = sifted.held;
        return sifted.step(input);
      };
      const result = await commit.write(turn, 'assistant', compute, {
        name,
        cancelled,
        afterwards: async (locked) => (held.length > 0 ? decisions.hold(locked, held, name ?? null) : undefined),
      });
      const notes = held.map(({ update: { key, value }, against }) => {
        const did = isCorrection(against) ? `corrected “${key}” to` : `confirmed or pinned “${key}”:`;
        return `The person ${did} “${against.value}”, which stays. They will be asked about “${value}”.`;
      });
      return { ...result, notes: [...result.notes, ...notes], held: held.map(({ update }) => update) };
    });
  }

  return {
    applyUpdates: (updates: readonly ContextUpdate[], asking: AssistantRequest): Promise<UpdateResult> =>
      writeSifted(asking, (document) => {
        const { free, held } = withoutHeld(document, updates, rules().format, holds());
        return { step: updatesStep(free, rules()), held };
      }),
    changeEntries: (
      operations: readonly Operation[],
      asking: AssistantRequest & { readonly name: string },
    ): Promise<UpdateResult> =>
      writeSifted(asking, (document) => {
        const { free, held } = withoutHeldOperations(document, operations, asking.name, rules().format, holds());
        return { step: assistantStep(free, asking.name, rules()), held };
      }),
  };
}
