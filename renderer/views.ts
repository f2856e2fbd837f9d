import { type ViewId, viewList } from '#shared/views.ts';
import { loadPart } from './api/connection.ts';
import { archiveView } from './features/archive/view.tsx';
import { assistantView } from './features/assistant/view.tsx';
import { connectionsView } from './features/connections/view.tsx';
import { conversationsView } from './features/conversations/view.tsx';
import { editorView } from './features/editor/view.tsx';
import { historyView } from './features/history/view.tsx';
import { homeView } from './features/home/view.tsx';
import { reviewView } from './features/review/view.tsx';
import { settingsView } from './features/settings/view.tsx';
import { storagesView } from './features/storages/view.tsx';
import { weekView } from './features/week/view.tsx';
import { workView } from './features/work/view.tsx';
import { Strips } from './strips.tsx';
import type { FeatureView, PageView } from './view.tsx';

/** Each view of `shared/views.ts` with its feature. */
const viewsOf: { readonly [Id in ViewId]: FeatureView<Id> } = {
  home: homeView(() => loadPart(() => import('./attention.tsx')).then(({ Attention }) => Attention)),
  week: weekView,
  review: reviewView(Strips),
  archive: archiveView,
  editor: editorView,
  history: historyView,
  assistant: assistantView,
  conversations: conversationsView,
  kept: storagesView,
  work: workView,
  connections: connectionsView,
  settings: settingsView,
};

/** Views in display order. Rail, keys, palette and frame are made from this list. */
export const views: readonly PageView[] = viewList.map((data) => ({ ...viewsOf[data.id], ...data }));
