import type { Draft } from '#shared/contract/features/text.ts';
import { wholeText } from '#shared/contract/reading/texts.ts';
import type { Edit } from '#shared/text/edits.ts';
import { call } from '../../api/connection.ts';
import { holdUnsaved, onLeaving } from '../../api/unsaved.ts';
import { ownerOfDrafts } from './drafts-owner.ts';

const unsaved = 'What you typed in the editor';

/** Milliseconds after the last key until the typed text is kept. */
const keptAfter = 300;
/** Milliseconds until keeping is retried after a failure. */
const triedAgainAfter = 3000;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** Keeps drafts over a reload, a crash and quitting. Until one is kept, the window asks before it closes. */
export function createDraftKeeper(
  workspace: string,
  draftNow: () => { readonly version: string | null; readonly edits: Edit[]; readonly origin: string | null } | null,
  onKept: (isKept: boolean, secrets?: readonly string[]) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | null = null;
  let turn = 0;
  let hasDraft = false;

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const mine = turn;
    const draft = draftNow();
    let secrets: readonly string[] = [];
    try {
      if (draft) {
        hasDraft = true;
        ({ secrets } = await call('text.keepDraft', { workspace, owner: await ownerOfDrafts(), ...draft }));
      } else if (hasDraft) {
        await call('text.discardDraft', { workspace, owner: await ownerOfDrafts() });
        hasDraft = false;
      }
      if (mine === turn) {
        onKept(draft !== null, secrets);
        release?.();
        release = null;
      }
    } catch {
      // The failure may last, so leaving needs a confirmation.
      release?.();
      release = holdUnsaved(unsaved);
      timer ??= setTimeout(() => void keep(), triedAgainAfter);
    }
  }

  /** Resolves once pending text is kept or discarded. */
  const settled = (): Promise<void> => (timer === undefined ? Promise.resolve() : keep());
  const offLeaving = onLeaving(settled);
  const closing = new AbortController();
  // The page may be about to go.
  window.addEventListener('pagehide', () => void settled(), { signal: closing.signal });
  document.addEventListener('visibilitychange', () => void settled(), { signal: closing.signal });

  return {
    /** Call whenever the text to save has changed. */
    changed(dirty: boolean): void {
      if (!dirty && !hasDraft) {
        return;
      }
      turn += 1;
      if (release === null) {
        onKept(false);
      }
      release ??= holdUnsaved(unsaved, true);
      clearTimeout(timer);
      if (dirty) {
        timer = setTimeout(() => void keep(), keptAfter);
      } else {
        // Discard at once, so that the text doesn't come back however soon the page goes.
        void keep();
      }
    },
    settled,
    /** Notes that a stored draft exists, which this one replaces. */
    tookUp(): void {
      hasDraft = true;
    },
    close(): void {
      void settled();
      offLeaving();
      closing.abort();
    },
  };
}

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
