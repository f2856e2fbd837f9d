import { NotebookText, X } from 'lucide-react';
import { useId } from 'react';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ageInWords, momentInWords } from '../../wording/dates.ts';
import styles from './start-view.module.css';

type PlaceListProps = Readonly<{
  title: string;
  places: readonly MemoryPlace[];
  onOpen: (place: MemoryPlace) => void;
  onForget?: (place: MemoryPlace) => void;
}>;

/** Memories by name, place and last change. */
export function PlaceList({ title, places, onOpen, onForget }: PlaceListProps) {
  const id = useId();
  const today = useApp((state) => state.today);
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="panel">
        {places.map((place) => (
          <li key={place.path} className={styles['place']}>
            <button type="button" className={styles['open']} onClick={() => onOpen(place)}>
              <NotebookText aria-hidden />
              <span>
                <span className="strong">
                  <VisibleText text={place.name} />
                  <span className={styles['kind']}>{place.kind}</span>
                </span>
                <span className={styles['path']} title={place.path}>
                  <VisibleText text={place.path} />
                </span>
              </span>
              {place.modifiedAt !== null && (
                <span className={styles['when']} title={momentInWords(place.modifiedAt)}>
                  changed {ageInWords(dayOf(place.modifiedAt), today)}
                </span>
              )}
            </button>
            {onForget && (
              <IconButton name={`Remove ${place.name} from this list`} onClick={() => onForget(place)}>
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The local calendar date of a moment. */
function dayOf(milliseconds: number): string {
  const at = new Date(milliseconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
