import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { browserLaunchOptions } from '../e2e/browser.ts';
import type { Bench } from './row.ts';

const root = join(import.meta.dirname, '..');
export const builtInterface = join(root, 'out', 'renderer');
export const bareEditorPage = join(root, '.cache', 'bench-pages');
export const oneRowPage = join(root, '.cache', 'one-row');

/** Starts the browser that the tests use. */
export async function launchBrowser(bench: Bench): Promise<Browser> {
  const browser = await chromium.launch(await browserLaunchOptions());
  bench.afterwards(() => browser.close());
  return browser;
}

/** Opens a page in a new context, without cache or storage. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  return await context.newPage();
}

/** Opens Review and waits for its first entries. */
export async function openReview(browser: Browser, url: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(url);
  await page.locator('[data-row]').first().waitFor();
  return page;
}

/**
 * Watches a page for a text and gives the time of the frame that shows it, in milliseconds since 1970, like `now` below.
 * Resolves once it watches.
 */
export async function whenSeen(page: Page, text: string): Promise<{ readonly at: Promise<number> }> {
  const seen = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`The page did not show “${wanted}” within 30 seconds.`)), 30_000);
        const look = (): void => {
          if (document.body.textContent.includes(wanted)) {
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );
  // Calls are answered in order: after this one, the page is watching.
  await page.evaluate(() => undefined);
  return { at: seen };
}

/** Time in this process, in milliseconds since 1970. */
export const now = (): number => performance.timeOrigin + performance.now();

const sessions = new WeakMap<Page, CDPSession>();

async function session(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, known);
  return known;
}

/** Megabytes that a page's scripts hold after garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const cdp = await session(page);
  // The second collection takes objects that finalizers of the first released.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Megabytes of a heap: code that the browser compiled and caches, and everything of the page. */
type HeapParts = { readonly code: number; readonly page: number };

/** Parts of a page's heap after garbage collection. */
export async function heapPartsOf(page: Page): Promise<HeapParts> {
  const cdp = await session(page);
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }): void => {
    chunks.push(chunk);
  };
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  return partsOf(JSON.parse(chunks.join('')) as HeapSnapshot);
}

type HeapSnapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  /** One number for each field of each node, node by node. */
  readonly nodes: readonly number[];
};

function partsOf({ snapshot: { meta }, nodes }: HeapSnapshot): HeapParts {
  const [type, size] = ['type', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  const kinds = meta.node_types[0];
  // The snapshot includes native memory outside the heap, such as elements and listeners.
  const parts = { code: 0, page: 0, native: 0 };
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const kind = kinds[nodes[node + (type ?? 0)] ?? 0];
    parts[kind === 'code' || kind === 'native' ? kind : 'page'] += (nodes[node + (size ?? 0)] ?? 0) / 1e6;
  }
  return parts;
}

/** Milliseconds for which a page's main thread has worked. */
export async function workOf(page: Page): Promise<number> {
  const cdp = await session(page);
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
