import type { Whom } from '../contract/features/storages.ts';
import { subjectFrom } from './subjects.ts';

const kindNames: Readonly<Record<string, string>> = {
  state: 'State',
  chat_history: 'Conversation',
  chatHistory: 'Conversation',
  memory: 'Memory',
};

type StorageKind = { readonly kind: string | null; readonly file: string };
type TrackedStorage = StorageKind & { readonly trackedBy: readonly (Whom & { readonly agent: string })[] };

/** Names a storage if its agent and owner are known already. */
export const kindInWords = ({ kind, file }: StorageKind): string =>
  kind === null ? file : (kindNames[kind] ?? subjectFrom(kind));

/** Names the owner in a sentence: “for ann”. */
export const whomInWords = (whom: Whom): string => `for ${nameOfWhom(whom)}`;

/** Names the owner alone: “ann”. */
export function nameOfWhom({ user, chat, group, scope }: Whom): string {
  const whom = user ?? (chat === null ? 'anyone' : `the chat ${chat}`);
  return `${whom}${group === null ? '' : `, shared in the group ${group}`}${scope === null ? '' : `, in ${scope}`}`;
}

/** Names a storage by itself: “State of coach for ann”; by its kind alone if nobody tracks it. */
export function storageInWords(storage: TrackedStorage): string {
  const [first] = storage.trackedBy;
  return first === undefined ? kindInWords(storage) : `${kindInWords(storage)} of ${first.agent} ${whomInWords(first)}`;
}
