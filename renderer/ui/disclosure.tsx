import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './disclosure.module.css';

type DisclosureProps = Readonly<
  Pick<ComponentProps<'details'>, 'onToggle' | 'children'> & { summary: ReactNode; className?: string | undefined }
>;

export function Disclosure({ summary, className, onToggle, children }: DisclosureProps) {
  return (
    <details className={classNames(styles['disclosure'], className)} onToggle={onToggle}>
      <summary>
        <ChevronRight aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  );
}
