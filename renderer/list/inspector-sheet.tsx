import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import styles from './inspector.module.css';

type InspectorSheetProps = Readonly<{
  label: string;
  closeName: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}>;

export function InspectorSheet({ label, closeName, isOpen, onClose, children }: InspectorSheetProps) {
  return (
    <Dialog.Root open={isOpen} modal={false} disablePointerDismissal onOpenChange={(open) => open || onClose()}>
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
