import type { Draft } from '#shared/contract/features/text.ts';
import { call } from '../../api/connection.ts';
import { type FileText, fileText } from '../../memory-text/file-text.ts';
import { ownerOfDrafts } from './drafts-owner.ts';

/** Reads the file's text whole, or a version of it that is kept. */
export async function readText(workspace: string, wanted?: string | null): Promise<FileText> {
  if (wanted === null) {
    return fileText(null, '');
  }
  const first = await call('text.read', wanted === undefined ? { workspace } : { workspace, version: wanted });
  const { version } = first;
  let { text } = first;
  while (version !== null && text.length < first.total) {
    const piece = await call('text.read', { workspace, version, from: text.length });
    text += piece.text;
  }
  return fileText(version, text);
}

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
