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

test('a jump is carried out by the feature it leads to, whose view is shown', () => {
  const made: string[] = [];
  const show = jump<[string]>('history');
  show.answer((given) => made.push(`${given} on ${shown()}`));
  show('this');
  expect(made).toEqual(['this on review']);
  expect(shown()).toBe('history');
});

test('a jump over any view leaves the view as it is', () => {
  const made: string[] = [];
  const ask = jump<[string]>(null);
  ask.answer((given) => made.push(given));
  ask('this');
  expect([made, shown()]).toEqual([['this'], 'review']);
});

test('a jump waits until its feature is loaded, and is made once', () => {
  const made: string[] = [];
  const show = jump<[string]>('settings');
  show('this');
  show('that');
  show.answer((given) => made.push(given));
  show.answer((given) => made.push(given));
  expect(made).toEqual(['that']);
});

test('a jump is not made any more once the person has gone elsewhere', () => {
  const made: string[] = [];
  const show = jump<[string]>('settings');
  show('this');
  go('archive');
  show.answer((given) => made.push(given));
  expect(made).toEqual([]);
});
