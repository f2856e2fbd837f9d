import { useEffect } from 'react';
import { create } from 'zustand';
import { useApp } from '../../api/app-store.ts';
import { useContextStore } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { useFollowFindings } from '../../entries/findings/findings.ts';
import { showFindings } from '../../jumps.ts';

const ScanDialog = loadedPart(() => import('./scan-dialog.tsx'), 'ScanDialog');

const useShown = create<{ readonly isShown: boolean }>(() => ({ isShown: false }));

showFindings.answer(() => useShown.setState({ isShown: true }));
const close = (): void => useShown.setState({ isShown: false });

/** Follows what was found, and shows the list of it over any view. */
export function ScanDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowFindings(workspace);
  useEffect(() => close, []);
  const { isShown } = useShown();
  const mayWrite = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const writable = useContextStore((context) => context.kind === 'ready' && context.summary.writable);
  return isShown && <ScanDialog workspace={workspace} writable={mayWrite && writable} onClose={close} />;
}
