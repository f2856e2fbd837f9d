import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './inspector.module.css';
import { roomForInspector, useMedia } from './use-media.ts';

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
    <Dialog.Root open={sheetOpen} modal={false} disablePointerDismissal onOpenChange={(open) => open || onCloseSheet()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles['sheet'] ?? ''} aria-label={label} data-inspector="over">
          <div className={styles['close']}>
            <Dialog.Close render={<IconButton name={closeName} keys="Esc" />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
