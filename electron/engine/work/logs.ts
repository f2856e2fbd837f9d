import type { JsonObject } from '#shared/formats/workflow/json-values.ts';
import { orLogged } from '../or-logged.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkService } from './work.ts';

type LogNeeds = Pick<WorkspaceParts, 'ports'> & { readonly work: WorkService };

/** An event of a workflow for the logs: facts, and no content except an error’s message. */
export type LogEvent = {
  /** Verb in the past tense: `created`, `updated`, … */
  readonly event: string;
  readonly id: string;
  readonly by: string;
  /** Agent whose log has the event, too, and what it did. */
  readonly agent?: { readonly name: string; readonly did: JsonObject };
};

/** Limit on a log of one day, so that it can be read again. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Adds to the logs of the day, under the lock. A failure doesn't undo the change: the context is the record, and logs
 * only show how a system is doing.
 * @param now a moment in ISO 8601
 */
export async function noteInLogs({ ports, work }: LogNeeds, { event, id, by, agent }: LogEvent, now: string) {
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
