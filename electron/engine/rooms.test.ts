import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatIds } from '#shared/contract/capabilities.ts';
import { linesOf, readImports, roomOf } from '#shared/testing/rooms.ts';

/**
 * Import rules of the engine. Features import the workspace and the foundations, and no other feature: a feature declares
 * its needs of others in a type, and `open-workspace.ts` passes them in.
 */
const features = [
  'app',
  'archive',
  'assistant',
  'backup',
  'bring-in',
  'connections',
  'conversations',
  'decisions',
  'digest',
  'memories',
  'notifications',
  'removal',
  'scan',
  'storages',
  'twins',
  'undo',
  'transfer',
  'updates',
  'work',
];
/** Each imports only those before it. */
const foundations = ['app-files', 'steps', 'notes', 'history', 'topics', 'settings', 'memory', 'erasure'];
/** Foundations that the workspace itself uses: it knows no other room. */
const belowWorkspace = ['app-files', 'steps', 'history', 'settings'];
const everywhere = [
  'cancellation.ts',
  'or-logged.ts',
  'paging.ts',
  'ports.ts',
  'serial-queue.ts',
  'signal.ts',
  'text-chunk.ts',
];
/** The only files that put features together. */
const above = ['engine.ts', 'open-workspace.ts'];

const { files, imports } = readImports(import.meta.dirname);
const between = ({ from, to }: { readonly from: string; readonly to: string }) => [roomOf(from), roomOf(to)] as const;

describe('the rooms of the engine', () => {
  test('are all known and have been read', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(
      [...features, ...foundations, ...everywhere, ...above, 'handlers.ts', 'workspace'].sort(),
    );
    expect(imports.length).toBeGreaterThan(300);
  });

  test('are imported by no other feature and by no foundation', () => {
    const wrong = linesOf(imports, (one) => {
      const [room, other] = between(one);
      return room !== other && features.includes(other) && !above.includes(room) && room !== 'workspace';
    });
    expect(
      wrong,
      'What several features need goes into a foundation; what one feature does for another, open-workspace.ts hands in.',
    ).toEqual([]);
  });

  test('are assembled by open-workspace.ts and engine.ts, which no room imports', () => {
    expect(linesOf(imports, (one) => above.includes(roomOf(one.to)))).toEqual(['engine.ts → open-workspace.ts']);
  });

  test('leave the workspace to itself: it imports no feature, and only foundations below it', () => {
    const wrong = linesOf(imports, (one) => {
      const [room, other] = between(one);
      return room === 'workspace' && ![room, ...belowWorkspace, ...everywhere].includes(other);
    });
    expect(wrong).toEqual([]);
  });

  test('import foundations in one order', () => {
    const wrong = linesOf(imports, (one) => {
      const [from, to] = between(one).map((room) => foundations.indexOf(room));
      return from !== undefined && to !== undefined && from >= 0 && to > from;
    });
    expect(wrong, 'What two foundations need goes into one below both, or is handed in by open-workspace.ts.').toEqual(
      [],
    );
  });

  test('never ask for a format by its id, nor does anything else outside shared/formats', () => {
    const root = join(import.meta.dirname, '../..');
    const elsewhere = ['electron', 'renderer', 'shared'].flatMap((folder) =>
      readImports(join(root, folder)).files.map((file) => `${folder}/${file}`),
    );
    const asked = new RegExp(`\\b(?:format|formatId|id)\\b(?:\\.id)? [!=]== '(?:${formatIds.join('|')})'`);
    const wrong = elsewhere.filter(
      (file) => !file.startsWith('shared/formats/') && asked.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong, 'Ask its capabilities, or give MemoryFormat what you need of it.').toEqual([]);
  });

  test('know of the app’s own files and ports nothing that lies above them', () => {
    const below = ['app-files', ...everywhere];
    const wrong = linesOf(imports, (one) => {
      const [room, other] = between(one);
      return below.includes(room) && !below.includes(other);
    });
    expect(wrong).toEqual([]);
  });
});
