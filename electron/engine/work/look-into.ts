import { workFolders } from '#shared/contract/features/work.ts';
import { agentView, stepFilesIn } from '#shared/formats/workflow/agent-view.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import {
  type FileState,
  filesNamedIn,
  ownFilesIn,
  verifyIntegrity,
  workflowsNamedIn,
} from '#shared/formats/workflow/integrity.ts';
import { readJsonExactly, readJsonText } from '#shared/formats/workflow/json-text.ts';
import { type Json, objectOf, textOf, toldJson, valueAt } from '#shared/formats/workflow/json-values.ts';
import { questionsIn } from '#shared/formats/workflow/summary.ts';
import { systemFindings } from '#shared/formats/workflow/system.ts';
import { validateText } from '#shared/formats/workflow/validate.ts';
import { readBytes, readVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { systemFiles } from './places.ts';
import { gapFinding, recordGaps } from './record-gaps.ts';
import type { WorkService } from './work.ts';

type LookNeeds = Pick<WorkspaceParts, 'ports' | 'layout' | 'history'> & { readonly work: WorkService };

/** View of a workflow for an agent, with what others made in its steps, and its open questions. @throws `not_found` */
export async function viewOfAgent(open: LookNeeds, id: string, agent: string) {
  const { ports, work } = open;
  const where = await work.find(id);
  const read = readJsonExactly((await work.read(where, id)).text);
  const context = read ?? {};
  const steps: Json[] = [];
  for (const name of stepFilesIn(context)) {
    const path = ports.paths.join(work.places.folder(where, id), name);
    await work.checkInside(path);
    const text = (await readVersion(ports, path).catch(() => null))?.text;
    const step = text === undefined ? undefined : readJsonExactly(text);
    steps.push(...(step === undefined ? [] : [step]));
  }
  // Questions of a completed workflow no longer wait for an answer.
  const questions = where === 'active' ? questionsIn(context) : [];
  return {
    view: objectOf(toldJson(agentView(context, agent, steps))),
    questions: read === undefined ? null : questions,
  };
}

/** @throws `not_found` */
export async function findingsIn(open: LookNeeds, id: string): Promise<WorkflowFinding[]> {
  const { ports, work } = open;
  const where = await work.find(id);
  const { text } = await work.read(where, id);
  const { findings } = validateText(text);
  const context = readJsonText(text);
  if (context === undefined) {
    return findings;
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
  const ids = new Set<string>();
  for (const other of new Set(workflowsNamedIn(context).map((reference) => reference.id))) {
    const folders = workFolders.map((place) => work.places.folder(place, other));
    const infos = await Promise.all(folders.map((folder) => ports.files.info(folder)));
    if (infos.some((info) => info !== null) || (await work.archived.find(other)) !== null) {
      ids.add(other);
    }
  }
  const type = textOf(valueAt(context, ['meta', 'workflow_type'])) ?? '';
  const system = await systemFiles(work.places, type, (file) => textBeside(open, file));
  return [
    ...findings,
    ...verifyIntegrity(context, {
      id,
      workflows: system.workflows === null ? undefined : readJsonText(system.workflows),
      fileState: (file) => states.get(file) ?? 'missing',
      hashOf: (name) => hashes.get(name) ?? null,
      isWorkflow: (one) => ids.has(one),
    }),
    ...systemFindings(system, type),
    ...(await recordGaps(open, id, context)).map((gap) => gapFinding(gap, where)),
  ];
}

async function textBeside({ ports, work }: LookNeeds, file: string): Promise<string | null> {
  await work.checkInside(file);
  return (await readVersion(ports, file).catch(() => null))?.text ?? null;
}

export async function besideWork(open: LookNeeds): Promise<WorkflowFinding[]> {
  const anyType = '';
  const files = await systemFiles(open.work.places, anyType, (file) => textBeside(open, file));
  return systemFindings({ ...files, template: null }, anyType);
}

const ofWindows = /^(?:[A-Za-z]:|\\\\)/;

/** State of a file that a context names; outside the workspace it is not looked for. */
async function stateOf({ ports, layout }: LookNeeds, file: string): Promise<FileState> {
  const { paths, files } = ports;
  // A path of another system would depend here on where the program was started.
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
