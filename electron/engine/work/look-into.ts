import { workPlaces } from '#shared/contract/features/work.ts';
import { agentView, stepFilesIn } from '#shared/formats/workflow/agent-view.ts';
import type { Finding } from '#shared/formats/workflow/finding.ts';
import { type FileState, filesNamedIn, ownFilesIn, verifyIntegrity } from '#shared/formats/workflow/integrity.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import {
  isSameJson,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  valueAt,
} from '#shared/formats/workflow/json-values.ts';
import { systemFindings } from '#shared/formats/workflow/system.ts';
import { validate } from '#shared/formats/workflow/validate.ts';
import { readBytes, readVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import { isVersion } from '../history/history-lines.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { systemFiles } from './system-files.ts';

/** What an agent needs of a workflow, with what others made in its steps. @throws `not_found` */
export async function viewOfAgent(open: OpenWorkspace, id: string, agent: string): Promise<JsonObject> {
  const { ports, work } = open;
  const where = await work.find(id);
  const context = readJsonText((await work.read(where, id)).text) ?? {};
  const steps: Json[] = [];
  for (const name of stepFilesIn(context)) {
    const path = ports.paths.join(work.places.folder(where, id), name);
    await work.checkInside(path);
    const text = (await readVersion(ports, path).catch(() => null))?.text;
    const step = text === undefined ? undefined : readJsonText(text);
    steps.push(...(step === undefined ? [] : [step]));
  }
  return agentView(context, agent, steps);
}

/** All that is missing, wrong or not there. @throws `not_found` */
export async function findingsIn(open: OpenWorkspace, id: string): Promise<Finding[]> {
  const { ports, work } = open;
  const where = await work.find(id);
  const path = work.places.context(where, id);
  const context = readJsonText((await work.read(where, id)).text);
  if (context === undefined) {
    return validate(context).findings;
  }
  const hashes = new Map<string, string | null>();
  for (const name of ownFilesIn(context)) {
    const own = ports.paths.join(work.places.folder(where, id), name);
    await work.checkInside(own);
    hashes.set(name, (await readBytes(ports, own))?.hash ?? null);
  }
  const states = new Map<string, FileState>();
  for (const file of filesNamedIn(context)) {
    states.set(file, await stateOf(open, file).catch(() => 'unreadable' as const));
  }
  const ids = new Set((await Promise.all(workPlaces.map((place) => work.idsIn(place)))).flat());
  for await (const archived of work.archived.all(() => undefined)) {
    ids.add(archived.id);
  }
  const type = textOf(valueAt(context, ['meta', 'workflow_type'])) ?? '';
  const system = await systemFiles(work.places, type, async (file) => {
    await work.checkInside(file);
    return (await readVersion(ports, file).catch(() => null))?.text ?? null;
  });
  return [
    ...validate(context).findings,
    ...verifyIntegrity(context, {
      id,
      workflows: system.workflows === null ? undefined : readJsonText(system.workflows),
      fileState: (file) => states.get(file) ?? 'missing',
      hashOf: (name) => hashes.get(name) ?? null,
      isWorkflow: (one) => ids.has(one),
    }),
    ...systemFindings(system, type),
    ...(await gapsIn(open, path, context)),
  ];
}

const ofWindows = /^(?:[A-Za-z]:|\\\\)/;

/** Whether a file that a context names is there; outside the workspace it is not looked for. */
async function stateOf({ ports, layout }: OpenWorkspace, file: string): Promise<FileState> {
  const { paths, files } = ports;
  // Of another system: what it would lead to here depends on where the program was started.
  if (ofWindows.test(file) && !ofWindows.test(layout.root)) {
    return 'outside';
  }
  const isAbsolute = /^(?:[/\\~]|[A-Za-z]:)/.test(file);
  const path = isAbsolute ? paths.resolve(file) : paths.join(layout.root, file);
  if (!isBelow(ports, layout.root, path)) {
    return 'outside';
  }
  const destination = await files.destination(path);
  if (!isBelow(ports, await files.destination(layout.root), destination)) {
    return 'outside';
  }
  return (await files.info(destination)) === null ? 'missing' : 'there';
}

const recorded = [
  ['audit', 'human_interventions'],
  ['audit', 'checkpoints'],
  ['workflow', 'step_history'],
] as const;

/** Which step was begun, by whom and when. */
const ofOpenStep = ['step', 'agent', 'started_at'];

/** Another program may say more of an item, and may close a step that was open. */
const isStillSaid = (item: Readonly<JsonObject>, now: Readonly<JsonObject>): boolean =>
  (item['status'] === 'in_progress' ? ofOpenStep : Object.keys(item)).every((name) =>
    isSameJson(item[name], now[name]),
  );

/** What we wrote down there last and another program took out since. */
async function gapsIn({ history, layout, ports }: OpenWorkspace, path: string, context: Json): Promise<Finding[]> {
  const name = layout.nameOf(path);
  const lines = (await history.lines()).filter(isVersion);
  const ours = lines.findLast(({ file, who }) => file === name && who !== 'outside');
  const bytes = ours && (await history.recall(ours.hash));
  const written = bytes ? readJsonText(ports.decodeText(bytes) ?? '') : undefined;
  return recorded.flatMap((place): Finding[] => {
    const now = listOf(valueAt(context, place)).map(objectOf);
    const gone = listOf(valueAt(written, place)).filter((each) => !now.some((one) => isStillSaid(objectOf(each), one)));
    const where = place.join('.');
    return gone.length === 0
      ? []
      : [
          {
            type: 'record_gap',
            severity: 'error',
            path: where,
            gone: [...gone],
            message: `Another program took ${gone.length === 1 ? 'an item' : `${gone.length} items`} out of ${where} that Contexture had written there.`,
            mend: 'Look at the history of this file, and restore the version before if they are to stay on record.',
          },
        ];
  });
}
