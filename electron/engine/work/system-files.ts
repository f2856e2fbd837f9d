import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { type Orchestrator, orchestratorIn, type SystemFiles } from '#shared/formats/workflow/system.ts';
import type { WorkPlaces } from './places.ts';

/** Texts of the files beside a workflow of a type. @param read gives null for a missing file */
export async function systemFiles(
  places: WorkPlaces,
  type: string,
  read: (path: string) => Promise<string | null>,
): Promise<SystemFiles> {
  const template = places.template(type);
  return {
    workflows: await read(places.workflows),
    orchestrator: await read(places.orchestrator),
    registry: await read(places.registry),
    template: template === null ? null : await read(template),
  };
}

export const readOrchestrator = (text: string | null): Orchestrator =>
  orchestratorIn(text === null ? undefined : readJsonText(text));
