import type { JsonObject } from '#shared/formats/workflow/json-values.ts';
import { orLogged } from '../or-logged.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

/** What was done to a workflow, as the logs have it: facts, and no word of what it is about but an error’s. */
export type Logged = {
  /** In the past tense: `created`, `updated`, … */
  readonly event: string;
  readonly id: string;
  readonly by: string;
  /** The agent whose log has it, too, and what it did. */
  readonly agent?: { readonly name: string; readonly did: JsonObject };
};

/** A log of one day is not made longer than can be read again. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Adds to the logs of the day, under the lock. What was done stands, whether or not that can be noted: the context is the record,
 * and logs are for those who look how a system is doing.
 * @param now a moment as ISO 8601 has it
 */
export async function noteInLogs({ ports, work }: OpenWorkspace, { event, id, by, agent }: Logged, now: string) {
  const day = now.slice(0, 10);
  const level = agent?.did['status'] === 'error' ? 'error' : 'info';
  const line: JsonObject = { timestamp: now, level, event, workflow_id: id };
  async function add(path: string, entry: JsonObject): Promise<void> {
    await orLogged(ports, 'A log of workflows could not be written', async () => {
      await work.checkInside(path);
      await ports.files.append(path, [JSON.stringify(entry)], { maxBytes });
    });
  }
  await add(work.places.systemLog(day), { ...line, by });
  if (agent) {
    await add(work.places.agentLog(agent.name, day), { ...line, ...agent.did });
  }
}
