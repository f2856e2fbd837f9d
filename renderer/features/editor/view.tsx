import { FileText } from 'lucide-react';
import { loadPart } from '../../api/connection.ts';
import { type FeatureView, loadedPage, plainView, type ReadyPageProps } from '../../view.tsx';
import { useEditorDirty } from './editor-store.ts';

export const editorView: FeatureView<'editor'> = {
  ...plainView,
  id: 'editor',
  ...loadedPage<ReadyPageProps>(() => loadPart(() => import('./editor-view.tsx')).then(({ EditorView }) => EditorView)),
  needsContext: true,
  icon: FileText,
  words: ['file', 'text', 'raw'],
  useBadge: () => ({ count: null, mark: useEditorDirty() ? 'Not saved yet' : null, isListed: true }),
};
