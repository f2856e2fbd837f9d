import type { StepInput } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { StepAnswer, WorkTools } from './active-workflow.ts';
import { notThere } from './archived.ts';
import { type LogEvent, noteInLogs } from './logs.ts';
import type { WorkService } from './work.ts';

export type CarryOutNeeds = Pick<WorkspaceParts, 'ports' | 'commit'> & { readonly work: WorkService };

/** Random UUID of version 4. */
export function newUuid({ ports }: CarryOutNeeds): string {
  const hex = ports.hash(ports.encodeText(ports.newId()));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

export const momentOf = ({ ports }: CarryOutNeeds): string => new Date(ports.clock.now()).toISOString();

export const toolsOf = ({ ports, work }: CarryOutNeeds): WorkTools => ({
  ...ports,
  places: work.places,
  notThere: (id) => notThere(work.archived, id),
});

type WorkChange = {
  /** Set if the workflow already exists. */
  readonly id?: string;
  /** Name the assistant gives itself; undefined for a person. */
  readonly assistant: string | undefined;
  readonly cancelled?: () => boolean;
  /** Entry for the logs. */
  readonly logged: LogEvent;
};

/**
 * Runs a step on a workflow, and answers with what the step reports as it was written.
 * @param compute given the time at which its turn comes, so that what is written later is never dated earlier
 */
export async function carriedOut<T>(
  open: CarryOutNeeds,
  { id, assistant, cancelled, logged }: WorkChange,
  compute: (input: StepInput, tools: WorkTools, now: string) => Promise<StepAnswer<T>>,
) {
  const tools = toolsOf(open);
  const { places } = open.work;
  const sweeps = id === undefined ? [] : places.written(places.folder('active', id));
  // The step may be computed several times; the last result counts.
  const told: T[] = [];
  let changedAt: string | null = null;
  const result = await open.commit.change(
    assistant === undefined ? 'person' : 'assistant',
    async (input) => {
      const now = momentOf(open);
      const computed = await compute(inside(input, open), tools, now);
      told[0] = computed.told;
      changedAt = computed.step.files.length > 0 ? now : null;
      return computed.step;
    },
    {
      name: assistant,
      cancelled,
      sweeps,
      afterwards: async () => (changedAt === null ? undefined : noteInLogs(open, logged, changedAt)),
    },
  );
  return { ...result, ...(told[0] as T) };
}

/** Reads for a step only files that are where they seem to be: a link may lead to any of the person’s files. */
const inside = (input: StepInput, { work }: CarryOutNeeds): StepInput => ({
  ...input,
  bytes: async (path) => {
    await work.checkInside(path);
    return input.bytes(path);
  },
});
