import { FileText } from 'lucide-react';
import { dataOf, loadedPage, plainView, type ReadyPageProps, type View } from '../../view.tsx';
import { useEditorDirty } from './editor-store.ts';

export const editorView: View<'editor'> = {
  ...plainView,
  ...dataOf('editor'),
  ...loadedPage<ReadyPageProps>(() => import('./editor-view.tsx').then(({ EditorView }) => EditorView)),
  needsContext: true,
  icon: FileText,
  words: ['file', 'text', 'raw'],
  useBadge: () => ({ count: null, mark: useEditorDirty() ? 'Not saved yet' : null }),
};
