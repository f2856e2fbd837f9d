import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { pieceOf } from './text-chunk.ts';
import { applyTyped, saveTextStep } from './text-steps.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about the file as text. */
export function textMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'text'> {
  return {
    'text.read': async ({ workspace, version, from }) => {
      const { versionText, manager } = workspaceOf(workspace);
      const wanted = version ?? manager.version()?.hash ?? null;
      const { text } = await versionText(wanted);
      return { version: wanted, ...pieceOf(text, from) };
    },
    'text.save': async ({ workspace, version, edits }) => {
      const { versionText, saveText, rules } = workspaceOf(workspace);
      return saveText(saveTextStep(await versionText(version), edits, rules()));
    },
    'text.keepDraft': async ({ workspace, owner, version, edits, origin }, { caller }) => {
      const { versionText, drafts, inTurn, now } = workspaceOf(workspace);
      const text = applyTyped((await versionText(version)).text, edits);
      await inTurn(() => drafts.keep(caller, owner, { version, at: now(), origin, text }));
      return {};
    },
    'text.claimDraft': async ({ workspace, owner, from }, { caller }) => {
      const { drafts, inTurn } = workspaceOf(workspace);
      const draft = await inTurn(() => drafts.claim(caller, owner));
      return { draft: draft && { ...draft, ...pieceOf(draft.text, from) } };
    },
    'text.discardDraft': async ({ workspace, owner }) => {
      const { drafts, inTurn } = workspaceOf(workspace);
      await inTurn(() => drafts.discard(owner));
      return {};
    },
  };
}
