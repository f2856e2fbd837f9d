import { ContextureError } from '#shared/contract/errors.ts';
import { fileNameOf, type KnownIdentity, keyOf, type SessionIdentity } from '#shared/storages/identity.ts';
import { IdentityStorage, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { fitTo } from '#shared/storages/json-storage.ts';
import { StateStorage, type StateValue, stateSchema } from '#shared/storages/state-storage.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../steps/step.ts';

type State = Readonly<Record<string, StateValue>>;

const hashWith =
  (ports: Ports) =>
  (text: string): string =>
    ports.hash(ports.encodeText(text));

export function storageState(ports: Ports, identity: SessionIdentity) {
  const key = keyOf(StateStorage.prefix, identity, hashWith(ports));
  return { key, file: fileNameOf(key, hashWith(ports)) };
}

/** File that lists the keys an agent has. */
export const stateKeysOf = (ports: Ports, agent: string): string =>
  fileNameOf(keyOf(IdentityStorage.prefix, { agent }, hashWith(ports)), hashWith(ports));

/** @throws `value_invalid` if it is no state */
export function stateIn(text: string | null, key: string): State {
  const parsed = text === null ? null : parseJson(text);
  const state = parsed === null ? null : fitTo(stateSchema, parsed);
  if (state !== null && 'why' in state) {
    const message = `What is stored under ${key} isn’t a state: ${state.why}. It was left as it is. Mend it, or clear it.`;
    throw new ContextureError('value_invalid', message, { key });
  }
  return state?.value ?? {};
}

type StateChange = {
  readonly key: string;
  /** Files that hold the state, the latest first, each with the file that lists the agent's keys. */
  readonly places: readonly { readonly path: string; readonly keysPath: string }[];
  readonly identity: KnownIdentity;
  readonly values: State;
};

export function setStateStep(ports: Ports, { key, places, identity, values }: StateChange): ComputeStep {
  const jsonFile = (file: string, value: unknown): StepFile => ({
    path: file,
    after: ports.encodeText(`${JSON.stringify(value, null, 2)}\n`),
    phase: 'changes',
  });
  return async (input) => {
    const textOf = async (file: string): Promise<string | null> => {
      const bytes = (await input.bytes(file))?.bytes;
      return bytes === undefined ? null : (ports.decodeText(bytes) ?? '');
    };
    const files: StepFile[] = [];
    // Every file is checked first: one that is no state is not written over.
    const states = await Promise.all(places.map(async ({ path }) => stateIn(await textOf(path), key)));
    const entries = Object.entries({ ...states[0], ...values }).filter(([, value]) => value !== null);
    for (const { path, keysPath } of places) {
      files.push(jsonFile(path, Object.fromEntries(entries)));
      const tracked = trackedKeysSchema.safeParse(parseJson((await textOf(keysPath)) ?? '[]'));
      if (!tracked.success) {
        const message = `${keysPath} isn’t a list of keys. It was left as it is, and nothing was stored. Mend it, or move it away.`;
        throw new ContextureError('value_invalid', message, { path: keysPath });
      }
      const { agent, user, chat, group, scope } = identity;
      const entry = { agentName: agent, chatName: chat, userId: user, group, scope, key };
      if (!tracked.data.some((one) => one.key === key)) {
        files.push(jsonFile(keysPath, [...tracked.data, entry]));
      }
    }
    return { ...emptyStep, label: `Saved ${quoted(key)}`, files };
  };
}
