import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import styles from './assistant-page.module.css';

const maxItems = 200;

/** A value with what is in it, each part by its name. */
export function StructureTree({ value }: Readonly<{ value: unknown }>) {
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return (
      <span className="as-written">
        <VisibleText text={value instanceof Date ? value.toISOString() : String(value)} />
      </span>
    );
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return <span className={styles['about']}>{Array.isArray(value) ? 'An empty list' : 'Nothing'}</span>;
  }
  return (
    <dl className={styles['tree']}>
      {entries.slice(0, maxItems).map(([name, part]) => (
        <div key={name}>
          <dt>
            <VisibleText text={Array.isArray(value) ? `${Number(name) + 1}` : name} />
          </dt>
          <dd>
            <StructureTree value={part} />
          </dd>
        </div>
      ))}
      {entries.length > maxItems && (
        <div>
          <dt>…</dt>
          <dd className={styles['about']}>and {counted(entries.length - maxItems, 'more', 'more')}</dd>
        </div>
      )}
    </dl>
  );
}
