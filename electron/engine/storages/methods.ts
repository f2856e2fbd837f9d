import type { ChangeResult } from '#shared/contract/changes.ts';
import type { ParsedParams } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { StorageRemoval } from '#shared/contract/features/storages.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { fileNameOf, keyOf, knownIdentity, type SessionIdentity } from '#shared/storages/identity.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import { chunkOf } from '../text-chunk.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type BeginningNeeds, storageBeginning } from './beginnings.ts';
import { adoptStep, planRemoval, removeAllStep, untrackStep } from './removal.ts';
import { searchStorages } from './search.ts';
import { setAside } from './set-aside.ts';
import { setStateStep, stateIn, stateKeysOf, storageState } from './state.ts';
import { editStorageStep, replaceStoragesStep, writeStorageStep } from './steps.ts';
import { besides, nameIn } from './storage-files.ts';
import type { Storages } from './storages.ts';

type Needs = BeginningNeeds &
  Pick<WorkspaceParts, 'access' | 'links' | 'tell' | 'commit'> & {
    readonly storages: Storages;
    readonly contextFile: Pick<ContextFile, 'status' | 'views'>;
  };

/** Content of a storage that was cleared, whatever it kept. */
const cleared = 'null\n';
const maxBytes = 16 * 1024 * 1024;

export const storagesHandlers: WorkspaceHandlers<'storages', Needs> = {
  'storages.places': async ({ layout }) => ({
    storages: layout.storagesFolder,
    conversations: layout.conversationsFolder,
  }),
  'storages.list': async ({ storages }, { offset, limit }) => ({
    folder: storages.folder,
    ...(await storages.page(offset, limit)),
  }),
  'storages.beginnings': async (open, { files }) => ({
    beginnings: await Promise.all(files.map((file) => storageBeginning(open, file))),
  }),
  'storages.search': (open, { query, limit }) => searchStorages(open, query, limit),
  'storages.markSeen': async ({ storages, access, tell }, { files }) => {
    await access.inTurn(() => storages.markSeen(files));
    tell('storages.changed', {});
    return {};
  },
  'storages.read': async ({ storages }, { file, from }) => {
    const version = await storages.read(file);
    return version === null
      ? { text: null, total: 0, version: null }
      : { ...chunkOf(version.text, from), version: version.hash };
  },
  'storages.changes': ({ storages }, { file, since }) => storages.changes(file, since),
  'storages.edit': async ({ ports, layout, storages, commit }, { file, version, edits }) => {
    const key = (await storages.keyOfFile(file)) ?? file;
    const title = (await storages.titlesOf([file])).get(file) ?? file;
    const path = layout.storagePath(file);
    const done = await commit.change('person', editStorageStep(ports, { path, key, title, edits, over: version }));
    const now = await storages.read(file);
    return { ...done, version: now?.hash ?? version };
  },
  'storages.preview': async (open, { act, scope }) =>
    removalOf(open, planRemoval(act, scope, await open.storages.list())),
  'storages.removeAll': async (open, { scope }, { cancelled }) => {
    const { ports, layout, storages, commit } = open;
    let removed = planRemoval('remove', scope, await storages.list());
    const plan = async () => {
      removed = planRemoval('remove', scope, await storages.list());
      return removed;
    };
    const step = removeAllStep({ ports, layout, scope, plan, keysFiles: storages.keysFiles });
    const done = await commit.change('person', step, { cancelled });
    return { ...done, removal: removalOf(open, removed) };
  },
  'storages.adopt': async ({ ports, layout, storages, commit }, { file, workspace: _, ...identity }) => {
    const key = keyInFile(nameIn(file), identity, storages.hash);
    if (key === null) {
      const message = `${file} is not where ${identity.agent} would store anything for them: its name says someone else. Check the agent, and for whom it is.`;
      throw new ContextureError('value_invalid', message, { file });
    }
    const { agent, user, chat, group, scope } = knownIdentity(identity);
    const entry = { agentName: agent, chatName: chat, userId: user, group, scope, key };
    const step = adoptStep({ ports, layout }, { file, keysFile: besides(file, stateKeysOf(ports, agent)), entry });
    return { ...(await commit.change('person', step)), key };
  },
  'storages.untrack': ({ ports, layout, storages, commit }, { files }) => {
    const wantedFiles = new Set(files);
    const missingKeys = async () => {
      const all = (await storages.list()).storages.filter((one) => !isStorageThere(one) && wantedFiles.has(one.file));
      return new Set(all.flatMap(({ key }) => key ?? []));
    };
    return commit.change('person', untrackStep({ ports, layout, keysFiles: storages.keysFiles }, missingKeys));
  },
  'storages.write': async ({ ports, layout, commit }, { file, key, text, over, assistant }, { cancelled }) => {
    const bytes = ports.encodeText(text);
    if (bytes.length > maxBytes) {
      const message = `${key} is longer than 16 MB. Nothing was saved. Leave files out of it.`;
      throw new ContextureError('too_large', message, { key });
    }
    const step = writeStorageStep({ path: layout.storagePath(file), key, bytes, over });
    const done = await commit.change(authorOf(assistant), step, { name: assistant, cancelled });
    return { ...done, version: ports.hash(bytes) };
  },
  'storages.getState': async ({ storages, ports }, { name, workspace: _, ...identity }) => {
    const { key, file } = storageState(ports, identity);
    const [latest] = await storages.placesOf(file);
    const version = await storages.read(latest);
    const state = stateIn(version?.text ?? null, key);
    return { key, value: name === undefined ? state : ((Object.hasOwn(state, name) ? state[name] : null) ?? null) };
  },
  'storages.setState': async (open, { values, assistant, workspace: _, ...identity }, { cancelled }) => {
    const { ports, layout, storages, commit } = open;
    const { key, file } = storageState(ports, identity);
    const places = await storages.placesOf(file);
    const step = setStateStep(ports, {
      key,
      values,
      places: places.map((place) => ({
        path: layout.storagePath(place),
        keysPath: layout.storagePath(besides(place, stateKeysOf(ports, identity.agent))),
      })),
      identity: knownIdentity(identity),
    });
    const done = await commit.change(authorOf(assistant), step, { name: assistant, cancelled });
    return { ...done, key };
  },
  'storages.setAside': (open, params, context) => setAside(open, { ...params, ...context }),
  'storages.clear': (open, params, context) => replace(open, params, 'Cleared', context),
  'storages.remove': (open, params, context) => replace(open, params, 'Removed', context),
};

/** Key of someone's storage that is kept in a file of this name; null if none is. */
function keyInFile(file: string, identity: SessionIdentity, hash: (text: string) => string): string | null {
  const parts = file.split('_');
  for (let count = 1; count < parts.length; count++) {
    const key = keyOf(parts.slice(0, count).join('_'), identity, hash);
    if (fileNameOf(key, hash) === file) {
      return key;
    }
  }
  return null;
}

const maxNamed = 500;

function removalOf(
  { contextFile, layout }: Needs,
  { goes, setAside, stays }: ReturnType<typeof planRemoval>,
): StorageRemoval {
  const isThere = contextFile.status() === 'present';
  const memory = isThere ? { file: layout.contextName, entries: contextFile.views().length } : null;
  const existing = goes.filter(isStorageThere);
  const counts = {
    storages: existing.length,
    bytes: existing.reduce((sum, { bytes }) => sum + bytes, 0),
    gone: goes.length - existing.length,
    tracked: goes.filter(({ staysTracked }) => staysTracked).length,
  };
  return { counts, goes: existing.slice(0, maxNamed), setAside, stays: { memory, storages: stays } };
}

const authorOf = (assistant: string | undefined) => (assistant === undefined ? 'person' : 'assistant');

type ClearRequest = Pick<ParsedParams<'storages.clear'>, 'files' | 'conversations' | 'assistant'>;

async function replace(
  { layout, commit, ports, storages }: Needs,
  { files, conversations, assistant }: ClearRequest,
  verb: 'Cleared' | 'Removed',
  { cancelled }: CallContext,
): Promise<ChangeResult> {
  const list = verb === 'Cleared' ? files.find((file) => listsKeys(nameIn(file))) : undefined;
  if (list !== undefined) {
    const message = `${list} says what its agent stores, and for whom, so it can’t be cleared. Nothing was changed. Clear what is stored.`;
    throw new ContextureError('value_invalid', message, { file: list });
  }
  const talks = new Set([...conversations, ...(await storages.conversationsAmong(files))]);
  const titles = await storages.titlesOf([...files, ...conversations]);
  const isKept = verb === 'Cleared';
  const replaced = [...files.filter((name) => !talks.has(name)), ...talks].map((name) => ({
    title: titles.get(name) ?? name,
    path: talks.has(name) ? layout.conversationPath(name) : layout.storagePath(name),
    after: isKept ? ports.encodeText(talks.has(name) ? '' : cleared) : null,
  }));
  const step = replaceStoragesStep(replaced, verb);
  return commit.change(authorOf(assistant), step, { name: assistant, cancelled });
}
