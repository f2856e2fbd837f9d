import type { ChangeResult } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { knownIdentity } from '#shared/storages/identity.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { setStateStep, stateIn, stateKeysOf, stateOf } from './state.ts';
import { replaceStoragesStep, setAsideStep, writeStorageStep } from './steps.ts';

/** What a storage says that was cleared, whatever it kept. */
const cleared = 'null\n';
/** As much as is read again. */
const maxBytes = 16 * 1024 * 1024;

export const storagesMethods: WorkspaceHandlers<'storages'> = {
  'storages.list': async ({ storages }) => ({
    folder: storages.folder,
    storages: [...(await storages.list())],
  }),
  'storages.read': async ({ storages }, { file }) => {
    const version = await storages.read(file);
    return { text: version?.text ?? null, version: version?.hash ?? null };
  },
  'storages.write': async ({ ports, layout, commit }, { file, key, text, over, assistant }, { cancelled }) => {
    const bytes = ports.encodeText(text);
    if (bytes.length > maxBytes) {
      const message = `${key} is longer than 16 MB. Nothing was saved. Leave files out of it.`;
      throw new ContextureError('too_large', message, { key });
    }
    const step = writeStorageStep({ path: layout.storagePath(file), key, bytes, over });
    const done = await commit.change(authorOf(assistant), step, {
      name: assistant,
      cancelled,
    });
    return { ...done, version: ports.hash(bytes) };
  },
  'storages.getState': async ({ storages, ports }, { name, workspace: _, ...identity }) => {
    const { key, file } = stateOf(ports, identity);
    const version = await storages.read(file);
    const state = stateIn(version?.text ?? null, key);
    return { key, value: name === undefined ? state : ((Object.hasOwn(state, name) ? state[name] : null) ?? null) };
  },
  'storages.setState': async (open, { values, assistant, workspace: _, ...identity }, { cancelled }) => {
    const { ports, layout, commit } = open;
    const { key, file } = stateOf(ports, identity);
    const keys = stateKeysOf(ports, identity.agent);
    const step = setStateStep(ports, {
      key,
      values,
      path: layout.storagePath(file),
      keysPath: layout.storagePath(keys),
      identity: knownIdentity(identity),
    });
    const done = await commit.change(authorOf(assistant), step, { name: assistant, cancelled });
    return { ...done, key };
  },
  'storages.setAside': async ({ layout, commit, ports }, { file, assistant }, { cancelled }) => {
    const path = layout.storagePath(file);
    const name = `${file}.json.damaged-${ports.newId().slice(0, 8)}`;
    const aside = ports.paths.join(layout.storagesFolder, name);
    let isDamaged = false;
    const step = setAsideStep(path, aside, (bytes) => {
      isDamaged = parseJson(ports.decodeText(bytes) ?? '') === undefined;
      return isDamaged;
    });
    const done = await commit.change(authorOf(assistant), step, { name: assistant, cancelled });
    return { ...done, name: isDamaged ? name : null };
  },
  'storages.clear': (open, params, context) => replace(open, params, 'Cleared', context),
  'storages.remove': (open, params, context) => replace(open, params, 'Removed', context),
};

const authorOf = (assistant: string | undefined) => (assistant === undefined ? 'person' : 'assistant');

function replace(
  { layout, commit, ports }: OpenWorkspace,
  { files, assistant }: { readonly files: readonly string[]; readonly assistant?: string | undefined },
  verb: 'Cleared' | 'Removed',
  { cancelled }: CallContext,
): Promise<ChangeResult> {
  const after = verb === 'Cleared' ? ports.encodeText(cleared) : null;
  const nameOf = (path: string): string => ports.paths.basename(path).replace(/\.json$/, '');
  const step = replaceStoragesStep(files.map(layout.storagePath), { verb, after }, nameOf);
  return commit.change(authorOf(assistant), step, { name: assistant, cancelled });
}
