import type { Whom } from '../contract/features/storages.ts';
import { subjectFrom } from './subjects.ts';

/** What agents keep, as a person would name it. */

const kindNames: Readonly<Record<string, string>> = {
  state: 'State',
  chat_history: 'Conversation',
  chatHistory: 'Conversation',
  memory: 'Memory',
};

type Named = { readonly kind: string | null; readonly file: string };
type Tracked = Named & { readonly trackedBy: readonly (Whom & { readonly agent: string })[] };

/** What a storage is called where its agent and the one it is for are known already. */
export const kindInWords = ({ kind, file }: Named): string =>
  kind === null ? file : (kindNames[kind] ?? subjectFrom(kind));

/** For whom something is kept, in a sentence: “for ann”. */
export const whomInWords = (whom: Whom): string => `for ${nameOfWhom(whom)}`;

/** The same on its own: “ann”. */
export function nameOfWhom({ user, chat, group, scope }: Whom): string {
  const whom = user ?? (chat === null ? 'anyone' : `the chat ${chat}`);
  return `${whom}${group === null ? '' : `, shared in the group ${group}`}${scope === null ? '' : `, in ${scope}`}`;
}

/** What a storage is called on its own: “State of coach for ann”; by its kind alone where nobody tracks it. */
export function storageInWords(storage: Tracked): string {
  const [first] = storage.trackedBy;
  return first === undefined ? kindInWords(storage) : `${kindInWords(storage)} of ${first.agent} ${whomInWords(first)}`;
}
