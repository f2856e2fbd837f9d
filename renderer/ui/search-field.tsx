import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from './button.tsx';
import { isComposing } from './composing.ts';
import field from './field.module.css';
import { keepFocus } from './keep-focus.ts';
import { Key } from './keys.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = Readonly<{
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Number of results, shown inside the field, so that it takes no other room. */
  result?: string | null;
  /** Arrow down, or Enter: moves to the results. */
  onDown?: () => void;
  /** Arrow up, or Enter with Shift: moves to earlier results. */
  onUp?: () => void;
  /** Suggestions below the field, which handle keys first. */
  suggestions?: Readonly<{
    /** Ids of the list and of the item that Enter would take; null while there is none. */
    listId: string | null;
    activeId: string | null;
    onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
    onBlur: () => void;
  }>;
}>;

export function SearchField(props: SearchFieldProps) {
  const { ref, label, value, onChange, result = null, onDown, onUp, suggestions } = props;
  return (
    <div className={styles['search']} role="search" data-result={result !== null || undefined}>
      <Search aria-hidden />
      <input
        ref={ref}
        className={field['input']}
        type="text"
        role="searchbox"
        dir="auto"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={value}
        {...(suggestions && {
          'aria-autocomplete': 'list' as const,
          'aria-controls': suggestions.listId ?? undefined,
          'aria-activedescendant': suggestions.activeId ?? undefined,
          onBlur: suggestions.onBlur,
        })}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) {
            return;
          }
          suggestions?.onKey(event);
          if (event.defaultPrevented) {
            return;
          }
          if (onUp && (event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey))) {
            event.preventDefault();
            onUp();
          } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown?.();
          } else if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          } else if (event.key === 'Escape') {
            event.preventDefault();
            event.currentTarget.blur();
            onDown?.();
            keepFocus();
          }
        }}
      />
      <span className={styles['result']} role="status" data-clearable={value !== '' || undefined}>
        {result}
      </span>
      {value === '' && result === null && (
        <span className={styles['hint']} aria-hidden>
          <Key>/</Key>
        </span>
      )}
      {value !== '' && (
        <IconButton
          name="Clear search"
          keys="Esc"
          onClick={({ currentTarget }) => {
            currentTarget.closest('[role="search"]')?.querySelector('input')?.focus();
            onChange('');
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
