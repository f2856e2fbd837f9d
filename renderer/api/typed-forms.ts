import type { TypedForms } from '#shared/contract/features/text.ts';
import { call } from './connection.ts';
import { useContextStore } from './context-store.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import { ownerOfDrafts } from './drafts-owner.ts';
import type { WatchedStore } from './unsaved.ts';

type Form<Name extends keyof TypedForms> = {
  /** Typed values that are not saved; undefined for none. */
  readonly take: () => TypedForms[Name];
  /** Restores typed values after a crash, in the open memory. */
  readonly put: (typed: NonNullable<TypedForms[Name]>) => void;
};
type AnyForm = { readonly offer: () => void; readonly add: (to: TypedForms) => void };

/** Milliseconds after which kept values are asked for again if that failed. */
const triedAgainAfter = 3000;

const forms: AnyForm[] = [];
/** Values typed before a crash whose form isn't loaded yet. */
let waiting: TypedForms = {};
/** Workspace whose forms are kept. */
let followed: string | null = null;
let current: { readonly keeper: DraftKeeper; readonly discard: () => Promise<unknown> } | null = null;

/** Keeps what a store's form has typed over a crash. Once for each form, when its module is loaded. */
export function keepTyped<State, Name extends keyof TypedForms>(
  store: WatchedStore<State>,
  name: Name,
  { take, put }: Form<Name>,
): void {
  const offer = (): void => {
    const typed = waiting[name];
    waiting = { ...waiting, [name]: undefined };
    if (typed !== undefined && take() === undefined) {
      put(typed);
    }
  };
  forms.push({ offer, add: (to) => Object.assign(to, { [name]: take() ?? waiting[name] }) });
  let before: string | undefined;
  store.subscribe(() => {
    const typed = JSON.stringify(take());
    if (typed !== before) {
      before = typed;
      current?.keeper.changed(typedNow() !== null);
    }
  });
  offer();
}

function typedNow(): TypedForms | null {
  const typed: TypedForms = { ...waiting };
  for (const { add } of forms) {
    add(typed);
  }
  return Object.values(typed).some((values) => values !== undefined) ? typed : null;
}

/** Stores what is typed ahead of the next call, so that nothing is lost if that is interrupted. */
export const keepTypedNow = (): void => void current?.keeper.settled();

/** Throws away what the person leaves without saving. Doesn't wait: the engine may be at a write that takes long. */
export function discardTyped(): void {
  current?.keeper.abandon();
  current?.discard().catch(() => undefined);
  current = null;
}

async function follow(workspace: string): Promise<void> {
  current?.keeper.close();
  current = null;
  waiting = {};
  const owner = `${await ownerOfDrafts()}-forms`;
  const { forms: kept } = await call('text.claimFields', { workspace, owner });
  if (followed !== workspace) {
    return;
  }
  const keep = (typed: TypedForms) => call('text.keepFields', { workspace, owner, forms: typed });
  const discard = () => keep({});
  const keeper = createDraftKeeper({ what: null, draftNow: typedNow, keep, discard });
  current = { keeper, discard };
  if (Object.keys(kept).length > 0) {
    keeper.tookUp();
    waiting = kept;
    for (const { offer } of forms) {
      offer();
    }
  }
  keeper.changed(typedNow() !== null);
}

function followShown(): void {
  const context = useContextStore.getState();
  if (context.kind === 'ready' && context.complete && context.workspace !== followed) {
    followed = context.workspace;
    follow(context.workspace).catch(() => {
      followed = null;
      setTimeout(followShown, triedAgainAfter);
    });
  }
}

useContextStore.subscribe(followShown);
