/** Focuses a row, now or in the next frame, unless another element, such as an editor in the row, has the focus by then. */
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
