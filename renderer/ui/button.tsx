import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { keyInWords } from './keys.tsx';

/** A `link` is part of a sentence or leads somewhere; `text` is an action, beside or below more important ones. */
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

/** A button with only an icon. Its name is read aloud and shown on hover, with its key. */
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
