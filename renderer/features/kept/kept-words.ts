import type { StorageView, Whom } from '#shared/contract/features/storages.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';

type Words = { readonly name: string; readonly about: string };

const kindNames: Readonly<Record<string, string>> = {
  state: 'State',
  chat_history: 'Conversation',
  chatHistory: 'Conversation',
  memory: 'Memory',
};

/** What a storage is called where its agent and the one it is for are known already. */
export const kindInWords = ({ kind, file }: Pick<StorageView, 'kind' | 'file'>): string =>
  kind === null ? file : (kindNames[kind] ?? subjectFrom(kind));

/** For whom something is kept, in a sentence: “for ann”. */
export function whomInWords({ user, chat, group, scope }: Whom): string {
  const whom = user ?? (chat === null ? 'no one in particular' : `the chat ${chat}`);
  return `for ${whom}${group === null ? '' : `, shared in the group ${group}`}${scope === null ? '' : `, in ${scope}`}`;
}

/** The same as a heading. */
export const whomAsHeading = (whom: Whom): string => {
  const words = whomInWords(whom);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** What a storage is called on its own: “State of coach for ann”; by its kind alone where nobody tracks it. */
export function titleOf(storage: Pick<StorageView, 'kind' | 'file' | 'trackedBy'>): string {
  const [first] = storage.trackedBy;
  return first === undefined ? kindInWords(storage) : `${kindInWords(storage)} of ${first.agent} ${whomInWords(first)}`;
}

/** What is to be said of a storage: that nobody tracks it weighs more than what it says. */
export type Standing = 'kept' | 'empty' | 'gone' | 'untracked' | 'damaged';

export const standingOf = ({ state, trackedBy }: Pick<StorageView, 'state' | 'trackedBy'>): Standing =>
  state === 'damaged' || state === 'gone'
    ? state
    : trackedBy.length === 0
      ? 'untracked'
      : state === 'empty'
        ? 'empty'
        : 'kept';

const standings: Readonly<Record<Standing, Words>> = {
  kept: { name: 'Kept', about: 'It is there, and its agent finds it.' },
  empty: { name: 'Empty', about: 'It is there and says nothing.' },
  gone: {
    name: 'Nothing there',
    about: 'Nothing is kept here any more, or not yet. Its agent may keep something here again.',
  },
  untracked: {
    name: 'Not tracked',
    about: 'It is there, but no agent says it is theirs. Say whose it is, or remove it.',
  },
  damaged: {
    name: 'Damaged',
    about: 'Mend its text, or set it aside: it then stays whole under another name, and its agent begins anew.',
  },
};

export const standingInWords = (storage: Pick<StorageView, 'state' | 'trackedBy'>): Words =>
  standings[standingOf(storage)];

export const markNames: Readonly<Record<NonNullable<StorageView['mark']>, string>> = { new: 'New', changed: 'Changed' };

/** Names of agents in a sentence. */
export const agentsInWords = (storage: Pick<StorageView, 'trackedBy'>): string =>
  [...new Set(storage.trackedBy.map(({ agent }) => agent))].join(', ');

const driverNames: Readonly<Record<StorageView['driver'], string>> = { file: 'File', sqlite: 'Database' };

export const driverInWords = ({ driver }: Pick<StorageView, 'driver'>): string => driverNames[driver];
