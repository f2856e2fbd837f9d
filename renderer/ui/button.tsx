import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { keyInWords } from './keys.tsx';

/** A `link` stands in a sentence or leads somewhere; `text` is what can be done, beside or below what matters more. */
type Look = 'plain' | 'primary' | 'danger' | 'quiet' | 'link' | 'text' | 'text-danger';

type ButtonProps = Readonly<ComponentProps<'button'> & { look?: Look }>;

const looks: Readonly<Record<Look, string | undefined>> = {
  plain: undefined,
  primary: styles['primary'],
  danger: styles['danger'],
  quiet: styles['quiet'],
  link: styles['link'],
  text: styles['text'],
  'text-danger': classNames(styles['text'], styles['textDanger']),
};

export function Button({ look = 'plain', className, type = 'button', ...props }: ButtonProps) {
  return <button {...props} type={type} className={classNames(styles['button'], looks[look], className)} />;
}

type IconButtonProps = Readonly<
  Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { name: string; keys?: string }
>;

/** A button that shows only an icon. Its name is read aloud and shown on hover, with the key that does the same. */
export function IconButton({ name, keys, className, type = 'button', ...props }: IconButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-label={name}
      title={keys ? `${name} (${keyInWords(keys)})` : name}
      className={classNames(styles['button'], styles['icon'], className)}
    />
  );
}
