import { create } from 'zustand';
import { type ViewId, viewList } from '#shared/views.ts';

const viewIn = (hash: string): ViewId => viewList.find(({ id }) => hash === `#${id}`)?.id ?? 'review';

/** View being shown. It is in the address, so that back, forward and reload do what people expect. */
export const useView = create<{ readonly view: ViewId }>(() => ({ view: viewIn(location.hash) }));

const isInMemory = (view: ViewId): boolean => view !== 'home' && view !== 'week';

let latest: ViewId = isInMemory(useView.getState().view) ? useView.getState().view : 'review';
useView.subscribe(({ view }) => {
  latest = isInMemory(view) ? view : latest;
});

/** The view of the open memory that is shown, or was before Home. */
export const latestInMemory = (): ViewId => latest;

window.addEventListener('hashchange', () => useView.setState({ view: viewIn(location.hash) }));

export function go(view: ViewId): void {
  if (useView.getState().view !== view) {
    history.pushState(null, '', `#${view}`);
    useView.setState({ view });
  }
}

const waysBack = new Map<ViewId, () => void>();

/** Registers the way from an open item in a view to its list. Once for each view, when its module is loaded. */
export const leadsToList = (view: ViewId, back: () => void): unknown => waysBack.set(view, back);

/** Goes to a view by its link; from within it, to its list. */
export function follow(view: ViewId): void {
  if (useView.getState().view === view) {
    waysBack.get(view)?.();
  } else {
    go(view);
  }
}

window.addEventListener('popstate', () => useView.setState({ view: viewIn(location.hash) }));
