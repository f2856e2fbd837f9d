import type { ReactNode } from 'react';
import { lazyPart } from '../api/lazy-part.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { roomForInspector, useMedia } from '../ui/use-media.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import detailsStyles from './details.module.css';
import styles from './inspector.module.css';

const InspectorSheet = lazyPart(() => import('./inspector-sheet.tsx'), 'InspectorSheet');

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

type FactProps = Readonly<{ name: string; look?: 'mono' | 'quiet'; children: ReactNode }>;

/** A fact in the details. Text from the file shows its hidden characters. */
export function Fact({ name, look, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={look && detailsStyles[look]}>
        {typeof children === 'string' ? <VisibleText text={children} /> : children}
      </dd>
    </div>
  );
}

/** Facts for those who look into the files, folded. */
export function InTheFile({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <Disclosure className={detailsStyles['raw']} summary="In the file">
      <dl className={detailsStyles['facts']}>{children}</dl>
    </Disclosure>
  );
}
