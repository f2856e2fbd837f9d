import { create } from 'zustand';

export const views = ['review', 'archive', 'editor', 'history', 'assistant', 'settings'] as const;
export type View = (typeof views)[number];

const viewOf = (hash: string): View => views.find((view) => hash === `#${view}`) ?? 'review';

/** Which view is shown. It stands in the address, so that back, forward and reload do what people expect. */
export const useView = create<{ readonly view: View }>(() => ({ view: viewOf(location.hash) }));

window.addEventListener('hashchange', () => useView.setState({ view: viewOf(location.hash) }));

export function go(view: View): void {
  if (useView.getState().view !== view) {
    history.pushState(null, '', `#${view}`);
    useView.setState({ view });
  }
}

window.addEventListener('popstate', () => useView.setState({ view: viewOf(location.hash) }));
