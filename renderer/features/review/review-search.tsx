import { type KeyboardEvent, type Ref, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { loadPart } from '../../api/connection.ts';
import { readyContext } from '../../api/context-store.ts';
import { isComposing } from '../../ui/composing.ts';
import menu from '../../ui/menu.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './review-search.module.css';
import { search, useReview } from './review-store.ts';
import type { Suggestion } from './search-suggestions.ts';

type ReviewSearchProps = Readonly<{
  ref: Ref<HTMLInputElement>;
  /** Number of results, in words. */
  result: string | null;
  onDown: () => void;
}>;

export function ReviewSearch({ ref, result, onDown }: ReviewSearchProps) {
  const query = useReview((state) => state.query);
  const id = useId();
  const { offered, active, setActive, suggest, close } = useSuggestions();
  const type = (next: string): void => {
    search(next);
    suggest(next);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (offered.length === 0 || isComposing(event)) {
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The field itself comes between the last and the first suggestion.
      setActive(((active + 1 + step + offered.length + 1) % (offered.length + 1)) - 1);
    } else if (event.key === 'Enter' && offered[active]) {
      event.preventDefault();
      type(offered[active].query);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  const listId = offered.length > 0 ? id : null;
  const optionId = (index: number): string => `${id}-${index}`;
  return (
    <div className={styles['search']}>
      <SearchField
        ref={ref}
        label="Search what it knows"
        value={query}
        onChange={type}
        result={result}
        onDown={onDown}
        suggestions={{ listId, activeId: active < 0 ? null : optionId(active), onKey, onBlur: close }}
      />
      {listId !== null && (
        <div id={listId} className={styles['list']} role="listbox" aria-label="Suggestions">
          {offered.map(({ query: next, name, does }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is in the field, which keeps the focus.
            <div
              key={name}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={menu['item']}
              data-highlighted={index === active || undefined}
              onPointerEnter={() => setActive(index)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => type(next)}
            >
              <code className="code">
                <VisibleText text={name} />
              </code>
              <span className="detail">{does}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Suggestions for the search; the code is loaded once someone types a name. */
function useSuggestions() {
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const turn = useRef(0);
  useEffect(() => () => void turn.current++, []);
  const show = (suggestions: readonly Suggestion[]): void => {
    setOffered(suggestions);
    setActive(-1);
  };
  const close = (): void => {
    turn.current++;
    show([]);
  };
  const suggest = (query: string): void => {
    const own = ++turn.current;
    if (query.trim() === '') {
      show([]);
      return;
    }
    loadPart(() => import('./search-suggestions.ts')).then(
      ({ suggestionsFor }) => own === turn.current && show(suggestionsFor(query, readyContext()?.entries ?? [])),
      // The search works without them; the loader reports its own errors.
      () => undefined,
    );
  };
  return { offered, active, setActive, suggest, close };
}

/** Words Review is searched for, matching the list that is shown. */
export function useSearchWords(): readonly string[] {
  const query = useDeferredValue(useReview((state) => state.query));
  return useMemo(() => wordsIn(readSearch(query)), [query]);
}
