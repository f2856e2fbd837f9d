import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { browserLaunchOptions } from '../e2e/browser.ts';
import type { Bench } from './row.ts';

const root = join(import.meta.dirname, '..');
export const builtInterface = join(root, 'out', 'renderer');
export const bareEditorPage = join(root, '.cache', 'bench-pages');
export const oneRowPage = join(root, '.cache', 'one-row');

/** The browser that the tests use. */
export async function launchBrowser(bench: Bench): Promise<Browser> {
  const browser = await chromium.launch(await browserLaunchOptions());
  bench.afterwards(() => browser.close());
  return browser;
}

/** A page of its own, as if nothing had been opened before. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  return await context.newPage();
}

/** The first entries of Review are there. */
export async function openReview(browser: Browser, url: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(url);
  await page.locator('[data-row]').first().waitFor();
  return page;
}

/**
 * When a text is first seen in a page: in the frame after it came. Milliseconds since 1970, as `now` below. Begins to look
 * at once, before it gives what to wait for.
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
  // Answered in order: once this is, the other is looking.
  await page.evaluate(() => undefined);
  return { at: seen };
}

/** The same clock on this side. */
export const now = (): number => performance.timeOrigin + performance.now();

const sessions = new WeakMap<Page, CDPSession>();

async function session(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, known);
  return known;
}

/** Megabytes a page's scripts hold, after what nobody holds any more is gone. */
export async function heapOf(page: Page): Promise<number> {
  const cdp = await session(page);
  // The second time takes what was only let go of by finalizers of the first.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Megabytes of a heap that are code: what the browser compiled and keeps so as to run it faster, and what is the page's. */
type HeapParts = { readonly code: number; readonly page: number };

/** What a page's heap consists of, after what nobody holds any more is gone. */
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
  /** As many numbers for each node as there are fields, one node after the other. */
  readonly nodes: readonly number[];
};

function partsOf({ snapshot: { meta }, nodes }: HeapSnapshot): HeapParts {
  const [type, size] = ['type', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  const kinds = meta.node_types[0];
  // What the browser keeps outside the heap, elements and listeners for one, is in the snapshot too.
  const parts = { code: 0, page: 0, native: 0 };
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const kind = kinds[nodes[node + (type ?? 0)] ?? 0];
    parts[kind === 'code' || kind === 'native' ? kind : 'page'] += (nodes[node + (size ?? 0)] ?? 0) / 1e6;
  }
  return parts;
}

/** Milliseconds that a page's main thread has worked so far. */
export async function workOf(page: Page): Promise<number> {
  const cdp = await session(page);
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
