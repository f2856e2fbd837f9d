import { ContextureError } from '#shared/contract/errors.ts';
import type { StorageRemoval, StorageScope, StorageView, Whom } from '#shared/contract/features/storages.ts';
import { identityOf, type TrackedKey, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { counted } from '#shared/text/counts.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../steps/step.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

type Tracker = StorageView['trackedBy'][number];
type Removal = Pick<StorageRemoval, 'goes' | 'setAside'> & { readonly stays: number };

/** Plans the removal of a scope's storages: which go, and which of them stay tracked. */
export function planRemoval(
  act: 'clear' | 'remove',
  scope: StorageScope,
  { storages, setAside }: { storages: readonly StorageView[]; setAside: readonly { readonly name: string }[] },
): Removal {
  const isMeant = ({ file, trackedBy }: StorageView): boolean =>
    scope.of === 'all' || (scope.of === 'some' ? scope.files.includes(file) : trackedBy.some((by) => isOf(scope, by)));
  // An agent's memory is the person’s, and corrected in Review.
  const all = storages.filter(({ state, key }) => state !== 'keys' && key !== memoryKey);
  const goes = all.filter(isMeant);
  return {
    goes: goes.map(({ driver: _, changedAt: _changedAt, problem: _problem, mark: _mark, ...storage }) => ({
      ...storage,
      staysTracked: storage.trackedBy.length > 0 && (act === 'clear' || scope.of === 'some'),
      sharedWith: scope.of === 'agent' ? othersThan(scope.agent, storage.trackedBy) : [],
    })),
    setAside: act === 'remove' && scope.of === 'all' ? setAside.map(({ name }) => name) : [],
    stays: all.filter((one) => isStorageThere(one) && !isMeant(one)).length,
  };
}

const othersThan = (agent: string, trackedBy: readonly Tracker[]): string[] => [
  ...new Set(trackedBy.flatMap((by) => (by.agent === agent ? [] : [by.agent]))),
];

const isOf = ({ agent, whom }: { readonly agent: string; readonly whom: Whom | null }, by: Tracker): boolean =>
  by.agent === agent && (whom === null || whomFields.every((field) => by[field] === whom[field]));

const whomFields = ['user', 'chat', 'group', 'scope'] as const;

type RemovalRequest = {
  readonly ports: Ports;
  readonly layout: WorkspaceLayout;
  readonly scope: Exclude<StorageScope, { of: 'some' }>;
  readonly plan: () => Promise<Removal>;
  /** Files that list the keys an agent tracks. */
  readonly keysFiles: () => Promise<readonly string[]>;
};

export function removeAllStep({ ports, layout, scope, plan, keysFiles }: RemovalRequest): ComputeStep {
  return async (input) => {
    const { goes, setAside } = await plan();
    const removedPaths = [
      ...goes.map(({ file, conversation }) =>
        conversation === null ? layout.storagePath(file) : layout.conversationPath(conversation),
      ),
      ...setAside.map((name) => ports.paths.join(layout.storagesFolder, name)),
    ];
    const files: StepFile[] = [];
    for (const path of removedPaths) {
      if ((await input.bytes(path)) !== null) {
        files.push({ path, after: null, phase: 'loses' });
      }
    }
    const removed = new Set(goes.flatMap(({ key }) => key ?? []));
    const isLost = (key: TrackedKey): boolean =>
      removed.has(key.key) && (scope.of === 'all' || isOf(scope, identityOf(key)));
    for (const file of await keysFiles()) {
      files.push(...(await withoutKeys(input, ports, layout.storagePath(file), isLost)));
    }
    const whose = scope.of === 'all' ? 'all agents store' : `${quoted(scope.agent)} stores`;
    return { ...emptyStep, label: `Removed all that ${whose}${forWhom(scope)}`, files };
  };
}

function forWhom(scope: StorageScope): string {
  const whom = scope.of === 'agent' ? scope.whom : null;
  const name = whom && (whom.user ?? whom.chat);
  return name == null ? '' : ` for ${quoted(name)}`;
}

async function withoutKeys(
  input: Parameters<ComputeStep>[0],
  ports: Ports,
  path: string,
  isLost: (key: TrackedKey) => boolean,
): Promise<StepFile[]> {
  const now = await input.bytes(path);
  const tracked = now && trackedKeysSchema.safeParse(parseJson(ports.decodeText(now.bytes) ?? '')).data;
  const left = tracked?.filter((key) => !isLost(key)) ?? [];
  return tracked?.some(isLost) ? [{ path, after: keysText(ports, left), phase: 'loses' }] : [];
}

const keysText = (ports: Ports, keys: readonly TrackedKey[]): Uint8Array =>
  ports.encodeText(`${JSON.stringify(keys, null, 2)}\n`);

export function untrackStep(
  { ports, layout, keysFiles }: Pick<RemovalRequest, 'ports' | 'layout' | 'keysFiles'>,
  missingKeys: () => Promise<ReadonlySet<string>>,
): ComputeStep {
  return async (input) => {
    const keys = await missingKeys();
    const files: StepFile[] = [];
    for (const file of await keysFiles()) {
      files.push(...(await withoutKeys(input, ports, layout.storagePath(file), ({ key }) => keys.has(key))));
    }
    const [only] = keys.size === 1 ? keys : [];
    const what = only === undefined ? counted(keys.size, 'key', 'keys') : quoted(only);
    return { ...emptyStep, label: `Stopped tracking ${what}`, files };
  };
}

/** @throws `not_found`, `value_invalid` */
export function adoptStep(
  { ports, layout }: Pick<RemovalRequest, 'ports' | 'layout'>,
  { file, keysFile, entry }: { readonly file: string; readonly keysFile: string; readonly entry: TrackedKey },
): ComputeStep {
  return async (input) => {
    if ((await input.bytes(layout.storagePath(file))) === null) {
      const message = `${file} is gone, so nothing can track it. Nothing was changed.`;
      throw new ContextureError('not_found', message, { file });
    }
    const path = layout.storagePath(keysFile);
    const now = await input.bytes(path);
    const tracked = trackedKeysSchema.safeParse(parseJson(now === null ? '[]' : (ports.decodeText(now.bytes) ?? '')));
    if (!tracked.success) {
      const message = `${path} isn’t a list of keys. It was left as it is, and nothing was changed. Mend it, or set it aside.`;
      throw new ContextureError('value_invalid', message, { path });
    }
    const isTracked = tracked.data.some(({ key }) => key === entry.key);
    const files: StepFile[] = isTracked
      ? []
      : [{ path, after: keysText(ports, [...tracked.data, entry]), phase: 'changes' }];
    return { ...emptyStep, label: `${quoted(entry.agentName)} stores ${quoted(entry.key)}`, files };
  };
}
