import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf, readImports, roomOf } from '#shared/testing/rooms.ts';

/**
 * Walls of the interface: the imports allowed to each room. A room is a folder, a feature's folder, or a file beside them.
 */
const below = ['styles', 'wording', 'ui', 'api', 'services', 'list', 'jumps.ts', 'entries', 'memory-text', 'view.tsx'];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  styles: [],
  wording: [],
  ui: ['styles', 'wording'],
  api: ['styles'],
  services: ['api', 'ui', 'wording'],
  list: ['api', 'ui', 'wording', 'services'],
  'jumps.ts': ['api', 'wording'],
  entries: ['api', 'ui', 'wording', 'services', 'jumps.ts', 'list'],
  'memory-text': ['api', 'ui', 'wording', 'services', 'entries'],
  'view.tsx': ['api'],
  features: below,
  'strips.tsx': [...below, 'features'],
  'on-every-view.tsx': [...below, 'features'],
  'attention.tsx': [...below, 'features', 'on-every-view.tsx'],
  'views.ts': [...below, 'features', 'strips.tsx', 'attention.tsx'],
  shell: [...below, 'views.ts', 'on-every-view.tsx'],
  'app.tsx': [...below, 'features', 'shell'],
  'first.ts': ['api'],
  'jitless.ts': [],
  'main.tsx': ['styles', 'ui', 'api', 'app.tsx', 'first.ts', 'jitless.ts'],
};

const { files, imports } = readImports(import.meta.dirname);

const featureOf = (path: string): string | null => /^features\/([^/]+)\//.exec(path)?.[1] ?? null;

describe('the rooms of the interface', () => {
  test('are all listed, and their imports are read', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(mayImport).sort());
    expect(imports.length).toBeGreaterThan(1000);
  });

  test('are loaded later only from a proven host', () => {
    const loads = /(?<!load(?:ed)?(?:Part|Page)\(\s*\(\) => |typeof )\bimport\(/;
    const wrong = files.filter(
      (file) => !file.includes('.test.') && loads.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    expect(wrong, 'Load it with loadPart of renderer/api/connection.ts, or loadedPart beside it.').toEqual([]);
  });

  test('import nothing above them', () => {
    const wrong = linesOf(imports, ({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && !mayImport[room]?.includes(other);
    });
    expect(
      wrong,
      'What another room needs of this one goes into a room below both: what is shown of entries into entries/, ' +
        'what works without being seen into services/. What lies above is handed down by views.ts, strips.tsx or app.tsx.',
    ).toEqual([]);
  });

  test('of a feature import no other feature', () => {
    const wrong = linesOf(imports, ({ from, to }) => {
      const [feature, other] = [featureOf(from), featureOf(to)];
      return feature !== null && other !== null && feature !== other;
    });
    expect(
      wrong,
      'To lead into another feature, add a jump to jumps.ts and have that feature answer it. ' +
        'What both show of an entry goes into entries/. What the other feature shows here, views.ts or strips.tsx hands in.',
    ).toEqual([]);
  });

  test('have no import cycles, even of types', () => {
    expect(cycles(), 'Move what the files of a cycle share into a file of its own that imports none of them.').toEqual(
      [],
    );
  });
});

/** Finds cycles by following imports back to a file on the way. */
function cycles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    } else if (!done.has(file)) {
      for (const { to } of importsOf.get(file) ?? []) {
        follow(to, [...path, file]);
      }
      done.add(file);
    }
  };
  for (const file of files) {
    follow(file, []);
  }
  return found;
}

const importsOf = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file)]));

test('fields ignore Enter while an input method composes', () => {
  // Trees and choices take no text.
  const withoutText = ['ui/value-tree/value-tree.tsx', 'features/review/details/place-choice.tsx'];
  const acting = files.filter(
    (path) =>
      /key === 'Enter'/.test(readFileSync(join(import.meta.dirname, path), 'utf8')) && !path.startsWith('services/'),
  );
  const unaware = acting.filter(
    (path) => !readFileSync(join(import.meta.dirname, path), 'utf8').includes('isComposing('),
  );
  expect(acting.length).toBeGreaterThan(5);
  expect(unaware.sort()).toEqual(withoutText.sort());
});
