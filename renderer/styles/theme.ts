import type { Preferences } from '#shared/contract/features/app.ts';

type Theme = Preferences['theme'];
type Density = Preferences['density'];

const remembered = 'contexture.theme';

/** Shows a theme and remembers it on this computer, so that the next start does not flash in another one. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(remembered, theme);
}

export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density;
}

export function showRememberedTheme(): void {
  document.documentElement.dataset['theme'] = localStorage.getItem(remembered) ?? 'system';
}
