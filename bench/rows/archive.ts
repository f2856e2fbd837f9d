import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { archiveGrid, goToArchive } from '../../e2e/archive-page.ts';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, launchBrowser, openReview } from '../browser.ts';
import { type OpenEngine, openEngine } from '../engine.ts';
import { lineRegexPass } from '../line-regex-pass.ts';
import { fewestRounds, ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const files = sized(10_000, 12);

export const archive: Row = {
  name: 'archive',
  what: 'archive of 10,000 files',
  against: 'readdir + stat of all for something to look at, each file read for all of it',
  minutes: 1.5,
  run: async (bench) => {
    const folder = bench.folder();
    const { archiveFolder } = await writeBigLife(folder, {
      entries: 200,
      archives: files,
      archived: files * 10,
      seed: 1,
      length: 'as people write',
    });
    const dataFolder = bench.folder();
    const opened = async (work: (engine: OpenEngine) => Promise<unknown>): Promise<number> => {
      const engine = await openEngine(bench, folder, { dataFolder });
      const took = await timed(() => work(engine));
      await engine.close();
      return took;
    };
    const times = await takeTurns({
      first: () => opened((engine) => engine.call('archive.entries', { limit: 100, layout: true, read: 'first' })),
      all: () => opened((engine) => engine.call('archive.files', {})),
      bare: () =>
        timed(() => {
          for (const name of readdirSync(archiveFolder)) {
            statSync(join(archiveFolder, name), { bigint: true });
          }
        }),
      read: () => timed(() => readPlainly(archiveFolder)),
    });
    bench.progress('in the page');
    const page = await inThePage(bench, folder, dataFolder, archiveFolder);
    return {
      arms: [
        { name: 'Contexture, the newest to look at', unit: 'ms', values: times.first },
        { name: 'Contexture, all of it read', unit: 'ms', values: times.all },
        { name: 'readdir + stat', unit: 'ms', values: times.bare },
        { name: 'each file read, and a line-regex pass', unit: 'ms', values: times.read },
        { name: 'Contexture, click to rows in the page', unit: 'ms', values: page.times },
      ],
      targets: [
        {
          what: 'newest to look at / readdir + stat',
          measured: ratioOf(times.first, times.bare),
          unit: '×',
          atMost: 4,
        },
        // Reading takes opening each file, which readdir + stat does not.
        { what: 'all of it read / each file read', measured: ratioOf(times.all, times.read), unit: '×', atMost: 4 },
        { what: 'rows in the DOM', measured: page.rows, unit: '', atMost: 60 },
        ...(page.watches === null
          ? []
          : [{ what: 'watches for the archive', measured: page.watches, unit: '' as const, atMost: 2 }]),
      ],
      notes: page.watches === null ? ['Watches can be counted on Linux only, so they were not.'] : [],
    };
  },
};

/** Reads every entry of an archive, some files at a time, and keeps nothing. */
async function readPlainly(folder: string): Promise<void> {
  const names = readdirSync(folder);
  let next = 0;
  const readOn = async (): Promise<void> => {
    for (let name = names[next]; name !== undefined; name = names[next]) {
      next += 1;
      lineRegexPass(await readFile(join(folder, name), 'utf8'));
    }
  };
  await Promise.all(Array.from({ length: 32 }, readOn));
}

async function inThePage(bench: Bench, folder: string, dataFolder: string, archiveFolder: string) {
  const browser: Browser = await launchBrowser(bench);
  const times: number[] = [];
  let rows = 0;
  let watches: number | null = null;
  for (let round = 0; round < fewestRounds; round++) {
    const engine = await openEngine(bench, folder, { dataFolder });
    const host = await engine.serve(builtInterface);
    const page = await openReview(browser, host.newAddress());
    times.push(
      await timed(async () => {
        await goToArchive(page);
        await page.locator('[aria-label="Archived entries"] [data-row]').first().waitFor();
      }),
    );
    rows = Math.max(rows, await maxRows(page));
    watches = watchesFor(archiveFolder);
    await page.context().close();
    await host.close();
    await engine.close();
  }
  return { times, rows, watches };
}

/** Most rows in the page at any time while scrolling through the list in large steps. */
async function maxRows(page: Page): Promise<number> {
  const grid = archiveGrid(page);
  await grid.hover({ position: { x: 300, y: 100 } });
  let most = 0;
  for (let leap = 0; leap < 5; leap++) {
    await page.mouse.wheel(0, 4000);
    most = Math.max(most, await grid.getByRole('row').count());
  }
  return most;
}

/** Number of this process's watches on a folder or its files; null if the system doesn't tell. */
function watchesFor(folder: string): number | null {
  if (process.platform !== 'linux') {
    return null;
  }
  const inodes = new Set(
    [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => statSync(path).ino),
  );
  return readdirSync('/proc/self/fd')
    .filter((fd) => linkOf(`/proc/self/fd/${fd}`) === 'anon_inode:inotify')
    .flatMap((fd) => [...readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').matchAll(/^inotify .*\bino:([0-9a-f]+)/gm)])
    .filter(([, ino]) => inodes.has(Number.parseInt(ino ?? '', 16))).length;
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // closed since it was listed
  }
}
