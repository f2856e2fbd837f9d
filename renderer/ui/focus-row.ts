/**
 * Focuses a row, now or in the next frame. Another element that has the focus by then, such as an editor in the row, keeps it.
 */
export function focusRow(selector: string): void {
  const find = (): HTMLElement | null => document.querySelector<HTMLElement>(selector);
  const row = find();
  if (row) {
    row.focus({ preventScroll: true });
    return;
  }
  const before = document.activeElement;
  requestAnimationFrame(() => {
    if (document.activeElement === before || document.activeElement === document.body) {
      find()?.focus({ preventScroll: true });
    }
  });
}
