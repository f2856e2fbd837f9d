import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { workOf } from './browser.ts';
import { sized } from './measure.ts';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/**
 * Runs some work in a page and gives the longest task of the page's main thread until it is at rest again, in milliseconds
 * of processor time, so that other work of the machine doesn't count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await rested(page);
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
  });
  await work();
  await rested(page);
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  return Math.max(
    0,
    ...events
      .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(threadOf(event)))
      .map(({ tdur = 0 }) => tdur / 1000),
  );
}

/** Resolves when the page has been nearly idle for a while. */
async function rested(page: Page): Promise<void> {
  for (let quiet = 0, before = await workOf(page); quiet < 2; ) {
    await wait(sized(300, 30));
    const now = await workOf(page);
    quiet = now - before < 10 ? quiet + 1 : 0;
    before = now;
  }
}
