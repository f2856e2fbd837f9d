import { type WorkFolder, workFolders } from '#shared/contract/features/work.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { readJsonExactly, readJsonText } from '#shared/formats/workflow/json-text.ts';
import {
  isSameJson,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  plainJson,
  valueAt,
} from '#shared/formats/workflow/json-values.ts';
import { type By, intervention, touch } from '#shared/formats/workflow/operations.ts';
import { isVersion } from '../history/history-lines.ts';
import { emptyStep, type StepInput } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { contextFiles, type PlannedChange, readActiveWorkflow, type WorkTools } from './active-workflow.ts';
import type { ChangedVersion } from './steps.ts';
import type { WorkService } from './work.ts';

type GapNeeds = Pick<WorkspaceParts, 'layout' | 'history'> & { readonly work: WorkService };

/** Parts of a context from which nobody may remove anything. */
const recorded = [
  ['audit', 'human_interventions'],
  ['audit', 'checkpoints'],
  ['workflow', 'step_history'],
] as const;

/** Items another program removed from part of the record, `workflow.step_history`, with numbers as written. */
export type RecordGap = { readonly path: string; readonly gone: readonly Json[] };

/** Items of our record that another program removed, unless they are back or a person accepted it. */
export async function recordGaps(open: GapNeeds, id: string, context: Json): Promise<RecordGap[]> {
  const missing = new Map<string, Json[]>();
  for (const { ours, theirs } of await findSuperseded(open, id, context)) {
    for (const place of recorded) {
      const path = place.join('.');
      const isGap = (item: Json): boolean =>
        ![valueAt(theirs, place), valueAt(context, place), accepted(path, context)].some((list) => isSaid(item, list));
      const previous = missing.get(path) ?? [];
      const removedItems = listOf(valueAt(ours, place)).filter((exact) => {
        const item = plainJson(exact);
        return isGap(item) && !isSaid(item, previous.map(plainJson));
      });
      missing.set(path, [...previous, ...removedItems]);
    }
  }
  return [...missing].flatMap(([path, items]) => (items.length === 0 ? [] : [{ path, gone: items }]));
}

/** Pairs of our versions that another program wrote over with the version when we wrote next, or the present one. */
async function findSuperseded({ history, layout, work }: GapNeeds, id: string, context: Json) {
  const names = workFolders.map((where) => layout.nameOf(work.places.context(where, id)));
  const lines = (await history.lines()).filter(isVersion).filter(({ file }) => names.includes(file));
  const pairs: { ours: string; theirs: string | null }[] = [];
  for (const { who, hash } of lines) {
    const last = pairs.at(-1);
    if (who !== 'outside') {
      // A version right after our own belongs with it, as we remove nothing.
      const others = last?.theirs === null ? pairs.slice(0, -1) : pairs;
      pairs.splice(0, pairs.length, ...others, { ours: hash, theirs: null });
    } else if (last) {
      last.theirs = hash;
    }
  }
  const supersededPairs: { ours: Json; theirs: Json }[] = [];
  for (const [index, pair] of pairs.entries()) {
    const ours = readJsonExactly((await history.recallText(pair.ours)) ?? '');
    const laterHash = index === pairs.length - 1 ? null : pair.theirs;
    const theirs = laterHash === null ? context : readJsonText((await history.recallText(laterHash)) ?? '');
    // A text that was no JSON has since been mended by a person.
    supersededPairs.push(...(ours === undefined || theirs === undefined ? [] : [{ ours, theirs }]));
  }
  return supersededPairs;
}

/** Fields that tell which step was begun, by whom and when. */
const ofOpenStep = ['step', 'agent', 'started_at'];

/** True if an item still says the same: another program may add to it, and may close an open step. */
const isStillSaid = (item: Readonly<JsonObject>, now: Readonly<JsonObject>): boolean =>
  (item['status'] === 'in_progress' ? ofOpenStep : Object.keys(item)).every((name) =>
    isSameJson(item[name], now[name]),
  );

const isSaid = (item: Json, list: Json | undefined): boolean =>
  listOf(list).some((one) => isStillSaid(objectOf(item), objectOf(one)));

const accepted = (path: string, context: Json): Json | undefined =>
  valueAt(context, ['workflow', 'accepted_gaps', path]);

export const gapFinding = ({ path, gone }: RecordGap, where: WorkFolder): WorkflowFinding => ({
  type: 'record_gap',
  severity: 'error',
  path,
  gone: gone.map(plainJson),
  message: `Another program took ${gone.length === 1 ? 'an item' : `${gone.length} items`} out of ${path} that Contexture had written there.`,
  mend:
    where === 'active'
      ? 'Restore the version before from the history of this file, or accept it: the audit then keeps what is gone.'
      : 'Restore the version before from the history of this file.',
});

/** Records that gaps another program made in the record are accepted. Does nothing if there are none. */
export async function acceptGapsStep(
  input: StepInput,
  { open, id, by }: { open: GapNeeds; id: string; by: By },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion & { accepted: number }>> {
  const before = await readActiveWorkflow(input, id, tools);
  const { context } = before;
  const gaps = await recordGaps(open, id, plainJson(context));
  const label = 'Accepted what another program took out of the record';
  const noted = gaps.map(({ path, gone }) => ({
    path: ['workflow', 'accepted_gaps', path],
    value: [...listOf(accepted(path, context)), ...gone],
  }));
  const changes =
    gaps.length === 0 ? [] : [...touch(context, by.now), ...noted, intervention(context, noted, by, label)];
  const { files, version } = await contextFiles(input, before, changes, { tools, checkpoint: false, now: by.now });
  const count = gaps.reduce((sum, { gone }) => sum + gone.length, 0);
  return { step: { ...emptyStep, label, files }, result: { version, accepted: count } };
}
