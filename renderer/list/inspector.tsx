import type { ReactNode } from 'react';
import { loadedPart } from '../api/loaded-part.tsx';
import { roomForInspector, useMedia } from '../ui/use-media.ts';
import styles from './inspector.module.css';

const InspectorSheet = loadedPart(() => import('./inspector-sheet.tsx'), 'InspectorSheet');

type InspectorProps = Readonly<{
  label: string;
  closeName?: string;
  /** On narrow windows the inspector lies over the list, and only while this is true. */
  sheetOpen: boolean;
  onCloseSheet: () => void;
  children: ReactNode;
}>;

/** Details of one entry, beside the list if there is room, else over it. */
export function Inspector({ label, closeName = 'Close details', sheetOpen, onCloseSheet, children }: InspectorProps) {
  const wide = useMedia(roomForInspector);
  if (wide) {
    return (
      <aside className={styles['panel']} aria-label={label} data-inspector="beside">
        {children}
      </aside>
    );
  }
  return (
    <InspectorSheet label={label} closeName={closeName} isOpen={sheetOpen} onClose={onCloseSheet}>
      {children}
    </InspectorSheet>
  );
}
