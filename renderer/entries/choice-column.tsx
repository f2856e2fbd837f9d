import type { Column } from '../list/list-row.tsx';
import styles from './entry-row.module.css';

/** Cell with the box that selects a row. The list answers, which knows the rows between two boxes. */
export const choiceColumn = <Item,>(nameOf: (item: Item) => string): Column<Item> => ({
  id: 'choice',
  look: 'bare',
  className: styles['choice'],
  data: { 'data-box': true },
  cell: (item, { isSelected }) => (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`Select “${nameOf(item)}”`}
      checked={isSelected}
      onChange={() => undefined}
    />
  ),
});
