import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { chunkOf } from './text-chunk.ts';
import { applyTyped, saveTextStep } from './text-steps.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about the file as text. */
export function textMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'text'> {
  return {
    'text.read': async ({ workspace, version, from }) => {
      const { versionText, contextFile } = workspaceOf(workspace);
      const wanted = version ?? contextFile.version()?.hash ?? null;
      const { text } = await versionText(wanted);
      return { version: wanted, ...chunkOf(text, from) };
    },
    'text.save': async ({ workspace, version, edits }) => {
      const { versionText, saveText, rules } = workspaceOf(workspace);
      return saveText(saveTextStep(await versionText(version), edits, rules()));
    },
    'text.keepDraft': async ({ workspace, owner, version, edits, origin }, { caller }) => {
      const { versionText, drafts, enqueue, now } = workspaceOf(workspace);
      const text = applyTyped((await versionText(version)).text, edits);
      await enqueue(() => drafts.keep(caller, owner, { version, at: now(), origin, text }));
      return {};
    },
    'text.claimDraft': async ({ workspace, owner, from }, { caller }) => {
      const { drafts, enqueue } = workspaceOf(workspace);
      const draft = await enqueue(() => drafts.claim(caller, owner));
      return { draft: draft && { ...draft, ...chunkOf(draft.text, from) } };
    },
    'text.discardDraft': async ({ workspace, owner }) => {
      const { drafts, enqueue } = workspaceOf(workspace);
      await enqueue(() => drafts.discard(owner));
      return {};
    },
  };
}
