import type { JsonObject } from '#shared/formats/workflow/json-values.ts';
import { orLogged } from '../or-logged.ts';
import type { StepInput } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { PlannedChange, WorkTools } from './active-workflow.ts';
import { notThere } from './archived.ts';
import type { WorkService } from './work.ts';

export type CarryOutNeeds = Pick<WorkspaceParts, 'ports' | 'commit'> & { readonly work: WorkService };

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

/** A change of a workflow, with what the logs say of it: facts, and no content except an error’s message. */
type WorkChange = {
  /** Verb in the past tense: `created`, `updated`, … */
  readonly event: string;
  readonly id: string;
  /** Name the assistant gives itself; undefined for a person. */
  readonly assistant?: string | undefined;
  readonly user?: string;
  readonly did?: JsonObject;
  readonly cancelled?: () => boolean;
  /** False if the workflow has no folder among the active ones. */
  readonly isActive?: boolean;
};

/** Circumstances of a change: the time at which its turn comes, and the person; null if an assistant made it. */
type Circumstances = { readonly now: string; readonly by: string | null };

export async function carriedOut<T>(
  open: CarryOutNeeds,
  change: WorkChange,
  compute: (input: StepInput, tools: WorkTools, circumstances: Circumstances) => Promise<PlannedChange<T>>,
) {
  const { id, assistant, user = 'person', cancelled, isActive = true } = change;
  const tools = toolsOf(open);
  const { places } = open.work;
  const sweeps = isActive ? places.writtenFolders(places.folder('active', id)) : [];
  // The step may be computed several times; the last result counts.
  const results: T[] = [];
  let changedAt: string | null = null;
  const result = await open.commit.change(
    assistant === undefined ? 'person' : 'assistant',
    async (input) => {
      const now = momentOf(open);
      const computed = await compute(inside(input, open), tools, { now, by: assistant === undefined ? user : null });
      results[0] = computed.result;
      changedAt = computed.step.files.length > 0 ? now : null;
      return computed.step;
    },
    {
      name: assistant,
      cancelled,
      sweeps,
      afterwards: async () => (changedAt === null ? undefined : noteInLogs(open, change, changedAt)),
    },
  );
  return { ...result, ...(results[0] as T) };
}

/** Reads for a step only files that are where they seem to be: a link may lead to any of the person’s files. */
const inside = (input: StepInput, { work }: CarryOutNeeds): StepInput => ({
  ...input,
  bytes: async (path) => {
    await work.checkInside(path);
    return input.bytes(path);
  },
});

const maxBytes = 64 * 1024 * 1024;

/** Adds to the logs of the day. A failure doesn't undo the change: the context is the record. @param now in ISO 8601 */
async function noteInLogs(
  { ports, work }: CarryOutNeeds,
  { event, id, assistant, user = 'person', did }: WorkChange,
  now: string,
) {
  const day = now.slice(0, 10);
  const level = did?.['status'] === 'error' ? 'error' : 'info';
  const line: JsonObject = { timestamp: now, level, event, workflow_id: id };
  async function add(path: string, entry: JsonObject): Promise<void> {
    await orLogged(ports, 'A log of workflows could not be written', async () => {
      await work.checkInside(path);
      await ports.files.append(path, [JSON.stringify(entry)], { maxBytes });
    });
  }
  await add(work.places.systemLog(day), { ...line, by: assistant ?? user });
  if (assistant !== undefined && did) {
    await add(work.places.agentLog(assistant, day), { ...line, ...did });
  }
}
