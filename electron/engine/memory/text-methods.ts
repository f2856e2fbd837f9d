import type { Handlers, WorkspaceOf } from '../handlers.ts';
import { chunkOf } from './text-chunk.ts';
import { applyTyped, saveTextStep } from './text-steps.ts';

/** The calls about the file as text. */
export function textMethods(workspaceOf: WorkspaceOf): Handlers<'text'> {
  return {
    'text.read': async ({ workspace, version, from }) => {
      const { versionTexts, contextFile } = workspaceOf(workspace);
      const wanted = version ?? contextFile.version()?.hash ?? null;
      const text = await versionTexts.textOf(wanted);
      return { version: wanted, ...chunkOf(text, from) };
    },
    'text.save': async ({ workspace, version, edits }) => {
      const { versionTexts, commit, rules } = workspaceOf(workspace);
      const base = { hash: version, text: await versionTexts.textOf(version) };
      return commit.change('person', saveTextStep(base, edits, rules()), { deleted: 'is put back' });
    },
    'text.keepDraft': async ({ workspace, owner, version, edits, origin }, { caller }) => {
      const { versionTexts, drafts, access } = workspaceOf(workspace);
      const text = applyTyped(await versionTexts.textOf(version), edits);
      await access.inTurn(() => drafts.keep(caller, owner, { version, origin, text }));
      return {};
    },
    'text.claimDraft': async ({ workspace, owner, from }, { caller }) => {
      const { drafts, access } = workspaceOf(workspace);
      const draft = await access.inTurn(() => drafts.claim(caller, owner));
      return { draft: draft && { ...draft, ...chunkOf(draft.text, from) } };
    },
    'text.discardDraft': async ({ workspace, owner }) => {
      const { drafts, access } = workspaceOf(workspace);
      await access.inTurn(() => drafts.discard(owner));
      return {};
    },
  };
}
