import type { ReactNode } from 'react';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './details.module.css';

type FactProps = Readonly<{ name: string; look?: 'mono' | 'quiet'; children: ReactNode }>;

/** One thing that is known of what the details are of. A text of the file is shown with its hidden characters. */
export function Fact({ name, look, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={look && styles[look]}>
        {typeof children === 'string' ? <VisibleText text={children} /> : children}
      </dd>
    </div>
  );
}
