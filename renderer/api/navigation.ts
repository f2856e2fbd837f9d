import { create } from 'zustand';
import { type ViewId, viewList } from '#shared/views.ts';

const viewIn = (hash: string): ViewId => viewList.find(({ id }) => hash === `#${id}`)?.id ?? 'review';

/** Which view is shown. It stands in the address, so that back, forward and reload do what people expect. */
export const useView = create<{ readonly view: ViewId }>(() => ({ view: viewIn(location.hash) }));

window.addEventListener('hashchange', () => useView.setState({ view: viewIn(location.hash) }));

export function go(view: ViewId): void {
  if (useView.getState().view !== view) {
    history.pushState(null, '', `#${view}`);
    useView.setState({ view });
  }
}

window.addEventListener('popstate', () => useView.setState({ view: viewIn(location.hash) }));
