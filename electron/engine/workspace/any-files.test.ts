import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { createFaultyFiles } from '#testing/faulty-files.ts';
import { createMemoryLock } from '#testing/memory-lock.ts';
import { createMemoryPorts, type MemoryPorts } from '#testing/memory-ports.ts';
import { createErasureRegistry } from '../erasure/erasure-registry.ts';
import { isVersion, type VersionLine } from '../history/history-lines.ts';
import { previewRestore, restoreVersion } from '../history/restore-version.ts';
import { openServices } from '../open-workspace.ts';
import type { Ports, SupersededFile } from '../ports.ts';
import { type ComputeStep, emptyStep, type StepFile } from '../steps/step.ts';
import { createDataFolders } from './data-folders.ts';
import { workspaceAt } from './layout.ts';

/**
 * A step over files of every kind: a memory, an archive, and files without entries, one of them binary, one created and
 * one deleted.
 */

const root = '/home/person/notes';
const place = workspaceAt(createMemoryPorts(), root);
const memory = place.contextPath;
const archive = `${place.archiveFolder}/global-2026-05-03.md`;
const notes = `${root}/topics/notes.json`;
const picture = `${root}/topics/picture.bin`;
const made = `${root}/topics/made.md`;
const gone = `${root}/topics/gone.md`;
/** Null if the file is missing. */
const before: Readonly<Record<string, string | Uint8Array | null>> = {
  [memory]: '---\nlast_updated: 2026-01-16\nversion: 1\ntoken_estimate: 9\n---\n\n## Facts (certain)\n- a: 1\n- b: 2\n',
  [archive]: '# Archived Context (2026-05-03)\n\n## Archived Facts\n- z: 26\n',
  [notes]: '{"kept": true}',
  [picture]: Uint8Array.from([0xff, 0, 0xfe]),
  [made]: null,
  [gone]: 'What is to go.\n',
};
const after: Readonly<Record<string, string | Uint8Array | null>> = {
  [memory]: (before[memory] as string).replace('- b: 2\n', ''),
  [archive]: `${before[archive]}- b: 2\n`,
  [notes]: '{"kept": false}',
  [picture]: Uint8Array.from([0xfe, 0, 0xff, 1]),
  [made]: 'What is new.\n',
  [gone]: null,
};

const { format } = ownMemory;
const file = (path: string, phase: StepFile['phase']): StepFile => {
  const text = after[path] ?? null;
  const read = path === memory ? format.read : path === archive ? format.archive?.read : undefined;
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { path, phase, after: read && typeof text === 'string' ? read(text) : bytes };
};
const move = { from: memory, to: archive, category: 'fact' as const, key: 'b', value: '2' };
const everyFile: ComputeStep = async () => ({
  ...emptyStep,
  label: 'Changed every file',
  files: [
    file(memory, 'loses'),
    file(gone, 'loses'),
    file(picture, 'changes'),
    file(archive, 'gains'),
    file(made, 'gains'),
    file(notes, 'changes'),
  ],
  moves: [move],
});

async function opened(files: (ports: MemoryPorts) => Ports['files'] = (ports) => ports.files) {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  for (const [path, content] of Object.entries(before)) {
    if (content !== null) {
      ports.outside.write(path, content);
    }
  }
  const open = (world: Ports) =>
    openServices(world, {
      place,
      view: { id: 'test', name: 'notes', path: root, sample: false },
      folders: createDataFolders(world),
      personLooks: true,
      personApproves: true,
      erasureRegistry: createErasureRegistry(world),
      emit: () => undefined,
    });
  const world: Ports = { ...ports, files: files(ports) };
  const workspace = await open(world);
  /** The same files under an engine of another process, after the first ended with its locks. */
  const another = () => open({ ...ports, lock: createMemoryLock(ports.clock) });
  return { ports, workspace, another };
}

/** Files of a process that ended after a number of writes: the next write never ends, and nobody rolls back. */
function endedAfter(done: number): (world: MemoryPorts) => Ports['files'] {
  let writes = 0;
  const unlessEnded = (write: () => Promise<SupersededFile>): Promise<SupersededFile> => {
    writes += 1;
    return writes > done ? new Promise(() => undefined) : write();
  };
  return ({ files }) => ({
    ...files,
    replace: (path, bytes) => unlessEnded(() => files.replace(path, bytes)),
    remove: (path) => unlessEnded(() => files.remove(path)),
  });
}

const standing = (ports: MemoryPorts): object =>
  Object.fromEntries(
    Object.keys(before).map((path) => [
      path,
      ports.outside.text(path) === null ? null : [...ports.outside.bytes(path)],
    ]),
  );
const expected = (files: typeof before): object =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      content && [...(typeof content === 'string' ? new TextEncoder().encode(content) : content)],
    ]),
  );

describe('a step of six files of three kinds', () => {
  test('writes in its phases, records superseded versions, and is undone and redone as one', async () => {
    const writes: string[] = [];
    const { ports, workspace } = await opened((world) => ({
      ...world.files,
      replace: (path, bytes) => {
        writes.push(path);
        return world.files.replace(path, bytes);
      },
      remove: (path) => {
        writes.push(path);
        return world.files.remove(path);
      },
    }));
    const { change } = await workspace.commit.change('person', everyFile);
    expect(writes).toEqual([archive, made, picture, notes, memory, gone]);
    expect(standing(ports)).toEqual(expected(after));
    const kept = (await workspace.history.lines()).flatMap((line) => ('file' in line ? [line.file] : []));
    expect(new Set(kept)).toEqual(new Set(Object.keys(before).map((path) => path.slice(root.length + 1))));

    await workspace.undo.undo(change?.id, undefined);
    const undone = standing(ports) as Record<string, number[]>;
    const asBefore = expected(before) as Record<string, number[]>;
    expect(undone[picture]).toEqual(asBefore[picture]);
    expect(undone[notes]).toEqual(asBefore[notes]);
    expect([undone[made], undone[gone]]).toEqual([null, asBefore[gone]]);
    expect(undone[archive]).toEqual(asBefore[archive]);
    expect(ports.outside.text(memory)).toContain('- a: 1\n- b: 2\n');

    await workspace.undo.redo(undefined, undefined);
    const redone = standing(ports) as Record<string, number[]>;
    expect(redone[picture]).toEqual((expected(after) as Record<string, number[]>)[picture]);
    expect(ports.outside.text(memory)).not.toContain('- b: 2');
    expect([redone[made], redone[gone]]).toEqual([(expected(after) as Record<string, number[]>)[made], null]);
    await workspace.close();
  });

  test('is undone after a restart, too', async () => {
    const { ports, workspace, another } = await opened();
    await workspace.commit.change('person', everyFile);
    await workspace.close();
    const next = await another();
    await next.undo.undo(undefined, undefined);
    expect(ports.outside.text(notes)).toBe(before[notes]);
    expect([...ports.outside.bytes(picture)]).toEqual([...(before[picture] as Uint8Array)]);
    await next.close();
  });

  test('keeps what another program wrote since to a file without entries, and undoes nothing of the step', async () => {
    const { ports, workspace } = await opened();
    const { change } = await workspace.commit.change('person', everyFile);
    ports.outside.write(notes, '{"theirs": 1}');
    await expect(workspace.undo.undo(change?.id, undefined)).rejects.toMatchObject({ code: 'change_superseded' });
    expect(standing(ports)).toEqual(expected({ ...after, [notes]: '{"theirs": 1}' }));
    await workspace.close();
  });

  test('is complete or undone, whichever of its writes fails', async () => {
    const calls = [1, 2, 3, 4, 5].map((call) => ({ call, method: 'replace' as const }));
    for (const { call, method } of [...calls, { call: 1, method: 'remove' as const }]) {
      for (const when of ['before', 'after'] as const) {
        const faulty: { files?: ReturnType<typeof createFaultyFiles> } = {};
        const { ports, workspace } = await opened((world) => {
          faulty.files = createFaultyFiles(world.files);
          return faulty.files;
        });
        const error = new ContextureError('io_failed', 'The disk failed.');
        faulty.files?.setFault({ call, method, error, when });
        await expect(workspace.commit.change('person', everyFile)).rejects.toMatchObject({ code: 'io_failed' });
        faulty.files?.setFault(null);
        expect(standing(ports)).toEqual(expected(before));
        await workspace.close();
      }
    }
  });

  test.each([1, 2, 3, 4, 5])(
    'is finished by the next start, to the byte, when cut off after %i of its writes',
    async (done) => {
      const { ports, workspace, another } = await opened(endedAfter(done));
      void workspace.commit.change('person', everyFile);
      const inOrder = [archive, made, picture, notes, memory, gone];
      await waitFor(() => isAsAfter(ports, inOrder[done - 1] ?? ''));
      expect(isAsAfter(ports, inOrder[done] ?? '')).toBe(false);
      const next = await another();
      expect(standing(ports)).toEqual(expected(after));
      const noted = (await next.history.lines()).flatMap((line) => ('note' in line ? [line.note] : []));
      expect(noted).toEqual(['Put right after an interruption: finished the change ‘Changed every file’']);
      await next.close();
    },
  );

  test('keeps what another program wrote after it was cut off, and finishes the rest', async () => {
    const { ports, workspace, another } = await opened(endedAfter(3));
    void workspace.commit.change('person', everyFile);
    await waitFor(() => isAsAfter(ports, picture));
    ports.outside.write(notes, '{"theirs": 1}');
    const next = await another();
    expect(standing(ports)).toEqual(expected({ ...after, [notes]: '{"theirs": 1}' }));
    await next.close();
  });

  test('restores a whole version of a file without entries byte for byte', async () => {
    const { ports, workspace } = await opened();
    await workspace.commit.change('person', everyFile);
    const versions = (await workspace.history.lines()).filter(isVersion);
    const first = versions.find((each) => each.file.endsWith('picture.bin')) as VersionLine;
    expect(await previewRestore(workspace, first)).toMatchObject({ counts: null, same: false, added: [], removed: [] });
    await restoreVersion(workspace, first);
    expect([...ports.outside.bytes(picture)]).toEqual([...(before[picture] as Uint8Array)]);
    expect(await previewRestore(workspace, first)).toMatchObject({ same: true });
    await workspace.close();
  });
});

const isAsAfter = (ports: MemoryPorts, path: string): boolean =>
  isDeepStrictEqual(
    (standing(ports) as Record<string, unknown>)[path],
    (expected(after) as Record<string, unknown>)[path],
  );

async function waitFor(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !check(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(check()).toBe(true);
}
