import { ListFilter } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './filter-chips.module.css';

/** Button of the filters that aren't always shown. */
export const FilterButton = (props: ComponentProps<'button'>) => (
  <Button {...props} look="quiet" title="Filter" className={styles['more'] ?? ''}>
    <ListFilter aria-hidden />
    Filter
  </Button>
);
