import styles from './keys.module.css';

/** A key as labelled on the keyboard: “J”, “Shift J”, “G T”. */
export const keyInWords = (key: string): string => key.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase());

export function Key({ children }: Readonly<{ children: string }>) {
  return <kbd className={styles['key']}>{keyInWords(children)}</kbd>;
}
