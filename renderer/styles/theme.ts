import type { Preferences } from '#shared/contract/features/app.ts';

const remembered = 'contexture.theme';

/** Applies theme and density, and remembers the theme, so that the next start does not flash in another one. */
export function showLooks({ theme, density }: Preferences): void {
  Object.assign(document.documentElement.dataset, { theme, density });
  localStorage.setItem(remembered, theme);
}

export function showRememberedTheme(): void {
  document.documentElement.dataset['theme'] = localStorage.getItem(remembered) ?? 'system';
}
