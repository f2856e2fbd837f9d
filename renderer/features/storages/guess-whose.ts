import type { StorageView } from '#shared/contract/features/storages.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';

/** Likely owner of a storage: an agent’s, for a user, a chat or nobody in particular. */
export type Whose = { readonly agent: string; readonly of: 'user' | 'chat' | 'nobody'; readonly name: string };

/** Guesses the owner from a file name: `state_support_ann` is kept by `support` for `ann`. */
export function guessWhose({ file, kind }: Pick<StorageView, 'file' | 'kind'>, agents: readonly string[]): Whose {
  const name = file.replace(inDatabase, '');
  const rest = kind !== null && name.startsWith(`${kind}_`) ? name.slice(kind.length + 1) : name.replace(/^[^_]*_/, '');
  const known = [...agents]
    .sort((one, other) => other.length - one.length)
    .find((agent) => rest.startsWith(`${agent}_`));
  const agent = known ?? rest.split('_')[0] ?? '';
  const user = rest.slice(agent.length + 1);
  return user === 'default' || user === '' ? { agent, of: 'nobody', name: '' } : { agent, of: 'user', name: user };
}
