import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import { helpOn, helpPages } from '#shared/help-pages.ts';
import { goTo, viewList } from '#shared/views.ts';
import { dockTemplate, jumpListOf, menuTemplate, textMenuTemplate } from './menu.ts';

type Item = MenuItemConstructorOptions;

const all = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);

const nothing: UndoRedo = { undo: null, redo: null };
const template = (
  platform: NodeJS.Platform,
  recent: { name: string; path: string }[] = [],
  undoRedo: UndoRedo = nothing,
  isDevelopment = false,
) => {
  const happened: string[] = [];
  const items = menuTemplate({
    platform,
    isDevelopment,
    recent: recent.map((place) => ({ ...place, kind: 'Contexture', modifiedAt: null })),
    undoRedo,
    run: (item) => happened.push(item),
    openPath: (path, where) => happened.push(where === 'here' ? path : `beside: ${path}`),
    openEmpty: () => happened.push('new-window'),
    openLog: () => happened.push('open-log'),
  });
  return { items, every: all(items), happened };
};
const press = (item: Item | undefined) => (item as unknown as { click(): void }).click();

describe.each(['darwin', 'win32', 'linux'] as const)('the menu on %s', (platform) => {
  it('has a unique id and key for each item', () => {
    const { every } = template(platform, [{ name: 'a', path: '/a' }]);
    for (const part of ['id', 'accelerator'] as const) {
      const given = every.map((item) => item[part]).filter((value) => value !== undefined);
      expect(new Set(given).size).toBe(given.length);
    }
  });

  it('has Quit, Settings and About at the usual place of that system', () => {
    const { items } = template(platform);
    const menuOf = (found: (item: Item) => boolean) =>
      items.find((menu) => Array.isArray(menu.submenu) && menu.submenu.some(found))?.role;
    const isApple = platform === 'darwin';
    expect(menuOf((item) => item.role === 'quit')).toBe(isApple ? 'appMenu' : 'fileMenu');
    expect(menuOf((item) => item.id === 'go-settings')).toBe(isApple ? 'appMenu' : 'fileMenu');
    expect(menuOf((item) => item.role === 'about')).toBe(isApple ? 'appMenu' : 'help');
  });

  it('leads to each view', () => {
    const { every } = template(platform);
    const leading = every.filter(({ id }) => id?.startsWith('go-'));
    expect(leading.map(({ id }) => id).sort()).toEqual(viewList.map(({ id }) => goTo(id)).sort());
  });

  it('lists the help pages, and leads to the log and a report', () => {
    const help = template(platform).items.filter(({ role }) => role === 'help');
    const ids = all(help).flatMap(({ id }) => id ?? []);
    expect(ids).toEqual(['help', ...helpPages.map(({ id }) => helpOn(id)), 'open-log', 'report']);
  });

  it('lets only developers reload or inspect the page', () => {
    const tools = (isDevelopment: boolean) =>
      template(platform, [], nothing, isDevelopment).every.filter(({ role }) => /reload|devtools/i.test(role ?? ''));
    expect(tools(false)).toEqual([]);
    expect(tools(true)).toHaveLength(2);
  });

  it('sends its own items to the page', () => {
    const { every, happened } = template(platform);
    const own = every.filter((item) => item.click !== undefined);
    own.forEach(press);
    expect(happened).toEqual(own.map((item) => item.id));
    expect(happened.length).toBeGreaterThan(8);
  });
});

describe('the menu of a text', () => {
  const editFlags = {
    canCut: true,
    canCopy: true,
    canPaste: false,
    canSelectAll: true,
  } as ContextMenuParams['editFlags'];
  const rolesOf = (isEditable: boolean, selectionText: string) =>
    textMenuTemplate({ isEditable, selectionText, editFlags }).flatMap(({ role, enabled }) =>
      role === undefined ? [] : `${role}${enabled === false ? ' (off)' : ''}`,
    );

  it('edits a field, copies a selection, and is empty elsewhere', () => {
    expect(rolesOf(true, '')).toEqual(['cut', 'copy', 'paste (off)', 'selectAll']);
    expect(rolesOf(false, 'tea')).toEqual(['copy']);
    expect(rolesOf(false, '')).toEqual([]);
  });
});

describe('undo and redo', () => {
  const labels = (undoRedo: UndoRedo) => {
    const { every } = template('linux', [], undoRedo);
    return ['undo', 'redo'].map((wanted) => every.find(({ id }) => id === wanted)?.label);
  };

  it('are named after the change they affect', () => {
    expect(labels(nothing)).toEqual(['Undo', 'Redo']);
    expect(labels({ undo: { id: '1', label: 'Deleted “R&D”' }, redo: { id: '2', label: 'Pinned “tea”' } })).toEqual([
      'Undo: Deleted “R&&D”',
      'Redo: Pinned “tea”',
    ]);
  });
});

describe('recently opened memories', () => {
  it('are opened by their path', () => {
    const { every, happened } = template('linux', [{ name: 'Tom & Jerry', path: '/a&b' }]);
    const item = every.find(({ id }) => id === 'recent /a&b');
    press(every.find(({ id }) => id === 'beside /a&b'));
    expect(happened.splice(0)).toEqual(['beside: /a&b']);
    expect(item?.label).toBe('Tom && Jerry — /a&&b');
    press(item);
    expect(happened).toEqual(['/a&b']);
  });

  it('open in a window from the Dock and from the taskbar', () => {
    const places = [
      { name: 'Tom & Jerry', path: 'D:\\', kind: 'Contexture', modifiedAt: null },
      { name: 'notes', path: 'C:\\My notes', kind: 'Contexture', modifiedAt: null },
    ];
    const opened: string[] = [];
    const dock = dockTemplate(
      places,
      (path) => opened.push(path),
      () => opened.push('new'),
    );
    for (const item of dock.filter(({ type }) => type !== 'separator')) {
      press(item);
    }
    expect(opened).toEqual(['D:\\', 'C:\\My notes', 'new']);
    expect(dock[0]?.label).toBe('Tom && Jerry');
    const items = jumpListOf(places, 'C:\\Contexture.exe')[0]?.items ?? [];
    expect(items.map(({ title, program, args }) => [title, program, args])).toEqual([
      ['Tom & Jerry', 'C:\\Contexture.exe', '"D:\\\\"'],
      ['notes', 'C:\\Contexture.exe', '"C:\\My notes"'],
    ]);
  });

  it('are ten at most, and the submenu is disabled when empty', () => {
    const many = Array.from({ length: 15 }, (_, index) => ({ name: 'n', path: `/${index}` }));
    const recentOf = (places: typeof many) => template('linux', places).every.find(({ id }) => id === 'open-recent');
    expect(recentOf(many)?.submenu).toHaveLength(10);
    expect(recentOf([])?.enabled).toBe(false);
  });
});
