import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ViewId } from '#shared/views.ts';

let jump: typeof import('./jumps.ts').jump;
let go: (view: ViewId) => void;
let shown: () => ViewId;

beforeAll(async () => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('history', { pushState: () => undefined });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  const navigation = await import('./api/navigation.ts');
  ({ jump } = await import('./jumps.ts'));
  ({ go } = navigation);
  shown = () => navigation.useView.getState().view;
});
beforeEach(() => go('review'));

test('makes a jump in its feature, and shows that view', () => {
  const made: string[] = [];
  const show = jump<[string]>('history');
  show.answer((given) => made.push(`${given} on ${shown()}`));
  show('this');
  expect(made).toEqual(['this on review']);
  expect(shown()).toBe('history');
});

test('keeps the view for a jump that opens over any view', () => {
  const made: string[] = [];
  const ask = jump<[string]>(null);
  ask.answer((given) => made.push(given));
  ask('this');
  expect([made, shown()]).toEqual([['this'], 'review']);
});

test('waits until the feature is loaded, and jumps once', () => {
  const made: string[] = [];
  const show = jump<[string]>('settings');
  show('this');
  show('that');
  show.answer((given) => made.push(given));
  show.answer((given) => made.push(given));
  expect(made).toEqual(['that']);
});

test('drops a jump once the person has gone elsewhere', () => {
  const made: string[] = [];
  const show = jump<[string]>('settings');
  show('this');
  go('archive');
  show.answer((given) => made.push(given));
  expect(made).toEqual([]);
});
