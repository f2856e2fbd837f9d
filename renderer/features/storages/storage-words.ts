import type { StorageView, Whom } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';
import { kindInWords, storageInWords, whomInWords } from '#shared/wording/storages.ts';
import { bytesInWords } from '../../wording/counts.ts';

type Words = { readonly name: string; readonly about: string };

export const whomAsHeading = (whom: Whom): string => {
  const words = whomInWords(whom);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

type StorageName = Pick<StorageView, 'file' | 'kind'>;

/** Kind of a storage; if unknown, from the beginning of its file name. */
export function nameInWords({ file, kind }: StorageName): string {
  const name = file.replace(inDatabase, '');
  return name === 'storages.sqlite' ? 'Database' : kindInWords({ file, kind: kind ?? name.split('_', 1)[0] ?? name });
}

/** Likely owner by the file name: “tutor, for ann”. @param agents known agents */
export function whoseByName(filed: StorageName, agents: readonly string[]): string {
  if (!filed.file.includes('_')) {
    return '';
  }
  const { agent, of, name } = guessWhose(filed, agents);
  return of === 'user' ? `${agent}, for ${name}` : agent;
}

/** Title on its own: “State of coach for ann”, or “Notes · tutor, for ann” if only its file name gives the owner. */
export function titleInWords(storage: StorageView, agents: readonly string[]): string {
  if (storage.key === memoryKey) {
    return nameInWords(storage);
  }
  return storage.trackedBy.length > 0
    ? storageInWords(storage)
    : [nameInWords(storage), whoseByName(storage, agents)].filter(Boolean).join(' · ');
}

/** The same for a storage known by its file name alone, as it is or set aside. */
export const fileInWords = (name: string, agents: readonly string[]): string => {
  const filed = { file: name.replace(/(?:\.json)?\.damaged-.*$/, ''), kind: null };
  return [nameInWords(filed), whoseByName(filed, agents)].filter(Boolean).join(' · ');
};

export const amountInWords = (things: string, bytes: number): string =>
  `${things} stored${bytes < 1000 ? '' : ` · ${bytesInWords(bytes)}`}`;

/** State of a storage worth mentioning: being untracked matters more than the content. */
export type StorageCondition = 'kept' | 'empty' | 'gone' | 'unused' | 'untracked' | 'damaged';

export const conditionOf = ({ state, trackedBy }: Pick<StorageView, 'state' | 'trackedBy'>): StorageCondition =>
  state === 'damaged' || state === 'gone' || state === 'unused'
    ? state
    : trackedBy.length === 0
      ? 'untracked'
      : state === 'empty'
        ? 'empty'
        : 'kept';

const standings: Readonly<Record<StorageCondition, Words>> = {
  kept: { name: 'Stored', about: 'It is there, and its agent finds it.' },
  empty: { name: 'Empty', about: 'It is there, with nothing in it.' },
  gone: { name: 'Missing', about: 'Nothing is saved here now. Its agent may save something here again.' },
  unused: { name: 'Nothing saved yet', about: 'Its agent has saved nothing here yet.' },
  untracked: { name: 'Owner unknown', about: 'No agent says this is theirs. Choose its owner, or remove it.' },
  damaged: {
    name: 'Damaged',
    about: 'Mend its text, or set it aside: the agent starts afresh, and the damaged file stays in the history.',
  },
};

export const standingInWords = (storage: Pick<StorageView, 'state' | 'trackedBy'>): Words =>
  standings[conditionOf(storage)];

export const storageMarkNames: Readonly<Record<NonNullable<StorageView['mark']>, string>> = {
  new: 'New',
  changed: 'Changed',
};

export const agentsInWords = (storage: Pick<StorageView, 'trackedBy'>): string =>
  [...new Set(storage.trackedBy.map(({ agent }) => agent))].join(', ');

const driverNames: Readonly<Record<StorageView['driver'], string>> = { file: 'File', sqlite: 'Database' };

export const driverInWords = ({ driver }: Pick<StorageView, 'driver'>): string => driverNames[driver];

/** Likely owner of a storage: an agent’s, for a user, a chat or nobody in particular. */
export type Whose = { readonly agent: string; readonly of: 'user' | 'chat' | 'nobody'; readonly name: string };

/** Guesses the owner from a file name: `state_support_ann` is kept by `support` for `ann`. */
export function guessWhose({ file, kind }: Pick<StorageView, 'file' | 'kind'>, agents: readonly string[]): Whose {
  const name = file.replace(inDatabase, '');
  const rest = kind !== null && name.startsWith(`${kind}_`) ? name.slice(kind.length + 1) : name.replace(/^[^_]*_/, '');
  const knownAgent = [...agents]
    .sort((one, other) => other.length - one.length)
    .find((agent) => rest.startsWith(`${agent}_`));
  const agent = knownAgent ?? rest.split('_')[0] ?? '';
  const user = rest.slice(agent.length + 1);
  return user === 'default' || user === '' ? { agent, of: 'nobody', name: '' } : { agent, of: 'user', name: user };
}
