import { useEffect } from 'react';
import { create } from 'zustand';
import { useApp } from '../../api/app-store.ts';
import { useContextStore } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { showTwins } from '../../jumps.ts';
import { useFollowTwins } from './twins-store.ts';

const TwinsDialog = loadedPart(() => import('./twins-dialog.tsx'), 'TwinsDialog');

const useShown = create<{ readonly isShown: boolean }>(() => ({ isShown: false }));

showTwins.answer(() => useShown.setState({ isShown: true }));
const close = (): void => useShown.setState({ isShown: false });

/** Follows what may be said twice, and shows it over any view. */
export function TwinsDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowTwins(workspace);
  useEffect(() => close, []);
  const { isShown } = useShown();
  const mayWrite = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const writable = useContextStore((context) => context.kind === 'ready' && context.summary.writable);
  return isShown && <TwinsDialog workspace={workspace} writable={mayWrite && writable} onClose={close} />;
}
