import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareBundle } from '../worker-process.ts';
import { runKilledAt } from './killed-run.ts';
import { withEngine } from './real-engine.ts';
import { patience, report, sized } from './size.ts';

/** A process is killed before each of its calls that change something on the disk, while it archives, restores or removes. */

const worker = prepareBundle(fileURLToPath(new URL('./work-process.ts', import.meta.url)));
const stride = sized({ full: 1, small: 19 });

const kinds = ['archive', 'restore', 'remove'] as const;
type Kind = (typeof kinds)[number];

const month = '2020-03';
const contextsIn = (place: string): string => join(place, 'notes/.aifriday/contexts');
const folderOf = (place: string, id: string): string => join(contextsIn(place), 'completed', id);
const archiveOf = (place: string, id: string): string => join(contextsIn(place), 'archived/2020/03', `${id}.tar.gz`);
const settings = 'work_remove_archived: true\nwork_archive_after_days: 36500\n';

/** Every file in a folder, by relative path. */
const allIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), entry.isFile() ? readFileSync(path).toString('base64') : 'folder'];
    }),
  );

/** A workspace with an old workflow, completed or archived, to be copied. */
async function prepared(kind: Kind) {
  const place = temporaryFolder();
  mkdirSync(join(place, 'notes/logs/context'), { recursive: true });
  mkdirSync(join(place, 'notes/.contexture'));
  writeFileSync(join(place, 'notes/logs/context/global.md'), '## Facts (certain)\n- city: Lisbon\n');
  writeFileSync(join(place, 'notes/.contexture/settings.yaml'), settings);
  const opening = { root: join(place, 'notes'), dataFolder: join(place, 'data') };
  const id = await withEngine(opening, async ({ call, workspace }) => {
    const created = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'n.md' } });
    const update = { step: 'initialize', agent: 'one', status: 'completed' as const, create_checkpoint: true };
    await call('work.update', { workspace, id: created.id, update });
    await call('work.complete', { workspace, id: created.id });
    return created.id;
  });
  const folder = folderOf(place, id);
  mkdirSync(join(folder, 'artifacts/empty'), { recursive: true });
  writeFileSync(join(folder, 'artifacts/made.bin'), Buffer.alloc(100_000, id));
  const context = join(folder, 'context.json');
  writeFileSync(context, readFileSync(context, 'utf8').replace(/\b20\d\d-\d\d-\d\dT/g, '2020-03-04T'));
  const before = allIn(folder);
  if (kind !== 'archive') {
    await withEngine(opening, ({ call, workspace }) => call('work.archive', { workspace, id }));
  }
  return { place, id, before };
}

const listedIn = (place: string, id: string): boolean => {
  const index = join(contextsIn(place), 'archived/2020/03/index.json');
  return existsSync(index) && JSON.parse(readFileSync(index, 'utf8')).workflows?.[id] !== undefined;
};

/** Flaws: states that are neither before nor after. @param unpack restores the workflow */
async function halves(kind: Kind, place: string, id: string, before: object, unpack: () => Promise<unknown>) {
  const [isThere, isArchived] = [existsSync(folderOf(place, id)), existsSync(archiveOf(place, id))];
  if (listedIn(place, id) !== isArchived) {
    return [isArchived ? 'its archive is not listed' : 'an archive is listed that is not there'];
  }
  if (kind === 'remove' && !isArchived) {
    return isThere ? ['it came back'] : [];
  }
  if (isThere === isArchived) {
    return [isThere ? 'it is twice' : 'it is gone'];
  }
  try {
    await (isArchived ? unpack() : null);
  } catch (error) {
    return [`it can’t be restored: ${error}`];
  }
  return JSON.stringify(allIn(folderOf(place, id))) === JSON.stringify(before) ? [] : ['it is another'];
}

const hiddenIn = (place: string): string[] =>
  readdirSync(contextsIn(place), { recursive: true, encoding: 'utf8' }).filter((name) => /\.contexture-/.test(name));

it.each(kinds)('a workflow is whole, once, wherever a process is killed during: %s', patience, async (kind) => {
  const { place, id, before } = await prepared(kind);
  const figures = { kills: 0, torn: 0, undone: 0 };
  for (let [killAt, calls] = [1, null as number | null]; calls === null; killAt += stride) {
    const copy = temporaryFolder();
    cpSync(place, copy, { recursive: true, preserveTimestamps: true });
    const opening = { root: join(copy, 'notes'), dataFolder: join(copy, 'data') };
    const ended = await runKilledAt(worker(), [opening.root, opening.dataFolder, kind, id], killAt);
    calls = ended.calls;
    figures.kills += calls === null ? 1 : 0;
    // The next start finishes or reverts the interrupted change.
    await withEngine(opening, async ({ call, workspace }) => {
      const isArchived = existsSync(archiveOf(copy, id));
      const { workflows } = await call('work.archived', { workspace, month });
      expect(workflows, `killed at call ${killAt}`).toHaveLength(isArchived ? 1 : 0);
      figures.undone += ended.done && isArchived !== (kind === 'archive') ? 1 : 0;
      const hidden = hiddenIn(copy).filter((name) => !name.includes('index.json'));
      expect(hidden, `killed at call ${killAt}`).toEqual([]);
      const torn = await halves(kind, copy, id, before, () => call('work.restore', { workspace, id }));
      figures.torn += torn.length > 0 ? 1 : 0;
      expect(torn, `killed at call ${killAt}`).toEqual([]);
    });
    rmSync(copy, { recursive: true });
  }
  report('an archived workflow, its process killed between any two calls', figures);
  expect(figures.kills).toBeGreaterThan(2);
  expect(figures).toMatchObject({ torn: 0, undone: 0 });
});

/** The same actions done naively. */
const plainly: Readonly<Record<Kind, { readonly program: string; readonly killAt: number }>> = {
  archive: {
    program: `await promises.rm(folder, { recursive: true });
await promises.mkdir(dirname(archive), { recursive: true });
await promises.writeFile(archive, 'packed');`,
    killAt: 2,
  },
  restore: {
    program: `await promises.unlink(archive);
await promises.mkdir(folder, { recursive: true });`,
    killAt: 2,
  },
  remove: {
    program: `await promises.unlink(archive);
await promises.writeFile(dirname(archive) + '/index.json', '{}');`,
    killAt: 2,
  },
};

it.each(kinds)('control: a naive program leaves halves when it is killed during: %s', async (kind) => {
  const { place, id, before } = await prepared(kind);
  const program = join(place, 'plain.mjs');
  const { program: steps, killAt } = plainly[kind];
  const names = { archive: archiveOf(place, id), folder: folderOf(place, id) };
  writeFileSync(
    program,
    `import { promises } from 'node:fs';
import { dirname } from 'node:path';
const { archive, folder } = ${JSON.stringify(names)};
${steps}
`,
  );
  await runKilledAt(program, [], killAt);
  const torn = await halves(kind, place, id, before, async () => undefined);
  report('an archived workflow, its process killed between any two calls', { torn: torn.length }, `${kind} plainly`);
  expect(torn).not.toEqual([]);
});
