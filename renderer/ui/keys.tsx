import styles from './keys.module.css';

export function Key({ children }: Readonly<{ children: string }>) {
  return <kbd className={styles['key']}>{children}</kbd>;
}
