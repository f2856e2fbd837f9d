import type { Draft } from '#shared/contract/features/text.ts';
import { wholeText } from '#shared/contract/reading/whole-text.ts';
import type { Edit } from '#shared/text/edits.ts';
import { call } from '../../api/connection.ts';
import { holdUnsaved, onLeaving } from '../../api/unsaved.ts';
import { ownerOfDrafts } from './drafts-owner.ts';

const unsaved = 'What you typed in the editor';

/** How long after the last key what was typed is kept. */
const keptAfter = 300;
/** When it is tried again where it could not be kept. */
const triedAgainAfter = 3000;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** Keeps drafts over a reload, a crash and quitting. Until one is kept, the window asks before it closes. */
export function createDraftKeeper(
  workspace: string,
  draftNow: () => { readonly version: string | null; readonly edits: Edit[]; readonly origin: string | null } | null,
  onKept: (kept: boolean, secrets?: readonly string[]) => void,
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
      // It may not get better soon, so leaving is asked about.
      release?.();
      release = holdUnsaved(unsaved);
      timer ??= setTimeout(() => void keep(), triedAgainAfter);
    }
  }

  /** Once what there is to keep or to throw away has been. */
  const settled = (): Promise<void> => (timer === undefined ? Promise.resolve() : keep());
  const offLeaving = onLeaving(settled);
  const offHidden = onHidden(() => void settled());

  return {
    /** To be called whenever what would be saved has changed. */
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
        // What was discarded is not to come back, however soon the page goes.
        void keep();
      }
    },
    settled,
    /** There is a draft already that this one takes the place of. */
    tookUp(): void {
      hasDraft = true;
    },
    close(): void {
      void settled();
      offLeaving();
      offHidden();
    },
  };
}

/** Told when the page may be about to go. Returns the unsubscribe. */
function onHidden(listener: () => void): () => void {
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** What was typed and not saved, if there is any that is ours to take up. */
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
