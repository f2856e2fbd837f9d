import type { Draft } from '#shared/contract/features/text.ts';
import { call } from '../../api/connection.ts';
import { ownerOfDrafts } from './drafts-owner.ts';

/** What was typed and not saved, if there is any that is ours to take up. */
export async function claimDraft(workspace: string): Promise<(Draft & { readonly text: string }) | null> {
  const owner = await ownerOfDrafts();
  const { draft } = await call('text.claimDraft', { workspace, owner });
  if (draft === null) {
    return null;
  }
  let { text } = draft;
  while (text.length < draft.total) {
    const piece = await call('text.claimDraft', { workspace, owner, from: text.length });
    text += piece.draft?.text ?? '';
    if (!piece.draft?.text) {
      break;
    }
  }
  return { version: draft.version, at: draft.at, origin: draft.origin, text };
}
