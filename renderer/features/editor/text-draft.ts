import type { Draft } from '#shared/contract/features/text.ts';
import { wholeText } from '#shared/contract/reading/texts.ts';
import type { Edit } from '#shared/text/edits.ts';
import { call } from '../../api/connection.ts';
import { createDraftKeeper } from '../../api/draft-keeper.ts';
import { ownerOfDrafts } from '../../api/drafts-owner.ts';

type TypedEdits = { readonly version: string | null; readonly edits: Edit[]; readonly origin: string | null };

/** Keeps the editor's text. `onKept` gets the possible secrets in it, in words, once it is kept. */
export const keepTextDraft = (
  workspace: string,
  draftNow: () => TypedEdits | null,
  onKept: (isKept: boolean, secrets?: readonly string[]) => void,
) =>
  createDraftKeeper({
    what: 'What you typed in the editor',
    draftNow,
    keep: async (draft) =>
      (await call('text.keepDraft', { workspace, owner: await ownerOfDrafts(), ...draft })).secrets,
    discard: async () => {
      await call('text.discardDraft', { workspace, owner: await ownerOfDrafts() });
      return [];
    },
    onKept,
  });

/** Unsaved text that this tab may restore, if any. */
export async function claimDraft(workspace: string): Promise<(Draft & { readonly text: string }) | null> {
  const owner = await ownerOfDrafts();
  const { draft } = await call('text.claimDraft', { workspace, owner });
  if (draft === null) {
    return null;
  }
  const readOn = async (from: number): Promise<string> =>
    (await call('text.claimDraft', { workspace, owner, from })).draft?.text ?? '';
  const { version, at, origin } = draft;
  return { version, at, origin, text: await wholeText(draft, readOn) };
}
