import { FileText } from 'lucide-react';
import { type FeatureView, loadedPage, plainView } from '../../view.tsx';
import { useEditorDirty } from './editor-store.ts';

export const editorView: FeatureView<'editor'> = {
  ...plainView,
  id: 'editor',
  ...loadedPage(() => import('./editor-view.tsx'), 'EditorView'),
  needsContext: true,
  icon: FileText,
  words: 'file text raw',
  useBadge: () => ({ count: null, mark: useEditorDirty() ? 'Not saved yet' : null, isListed: true }),
};
