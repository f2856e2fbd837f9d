import { CircleHelp } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from '../rail.module.css';

export const HelpButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={styles['link']}>
    <CircleHelp aria-hidden />
    <span className={styles['name']}>Help</span>
  </button>
);
