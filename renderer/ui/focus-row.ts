/**
 * Gives a row the focus, at once if it is in the page already and else with the next frame. What has been focused
 * meanwhile, such as the editor in the row, keeps it.
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
