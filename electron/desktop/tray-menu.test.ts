import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { trayTemplate } from './tray-menu.ts';

type Item = MenuItemConstructorOptions;

function menuOf(waiting: Parameters<typeof trayTemplate>[0]['waiting'], isPaused = false) {
  const happened: unknown[] = [];
  const items = trayTemplate({
    waiting,
    isPaused,
    open: (target) => happened.push(target),
    show: () => happened.push('show'),
    pause: (length) => happened.push(length),
    quit: () => happened.push('quit'),
  });
  const all = items.flatMap((item) => [item, ...((item.submenu as Item[] | undefined) ?? [])]);
  return {
    labels: items.map(({ label }) => label ?? ''),
    press: (id: string) => (all.find((item) => item.id === id) as unknown as { click(): void }).click(),
    happened,
  };
}

it('lists what waits and what changed, and opens the memory', () => {
  const { labels, press, happened } = menuOf([
    { path: '/a', name: 'R&D', count: 2, changed: false },
    { path: '/b', name: 'home', count: 0, changed: true },
  ]);
  expect(labels.slice(0, 2)).toEqual(['R&&D: 2 wait for you', 'home: changed']);
  press('news /b');
  expect(happened).toEqual([{ path: '/b', kind: null, item: null }]);
});

it('says that nothing is new, and pauses, opens and quits', () => {
  const { labels, press, happened } = menuOf([]);
  expect(labels[0]).toBe('Nothing new');
  for (const id of ['pause-tomorrow', 'show', 'quit']) {
    press(id);
  }
  expect(happened).toEqual(['tomorrow', 'show', 'quit']);
});

it('ends a pause', () => {
  const { press, happened } = menuOf([], true);
  press('resume');
  expect(happened).toEqual([null]);
});
