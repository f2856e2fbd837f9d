import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { writeBigLife } from '../big-life.ts';
import { bareEditorPage, builtInterface, freshPage, launchBrowser, openReview, workOf } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, sized, spreadOf, takeTurns } from '../measure.ts';
import type { Row } from '../row.ts';

const size = sized(200_000, 20_000);
const keysPerRound = sized(40, 5);

/** Milliseconds from each key to the next frame, collected in both pages. */
declare global {
  interface Window {
    keyTimes: number[];
  }
}

/** Twenty keys a second: faster than anyone types for long. */
const betweenKeysMs = 50;

export const keystroke: Row = {
  name: 'keystroke',
  what: 'keystroke → frame in the raw editor at 200 KB',
  against: 'CodeMirror with its basic setup and Markdown',
  minutes: 2,
  run: async (bench) => {
    const folder = bench.folder();
    const { contextFile, bytes } = await writeBigLife(folder, {
      entries: Math.round(size / 111),
      archives: 0,
      archived: 0,
      seed: 1,
      length: 'as people write',
    });
    const engine = await openEngine(bench, folder);
    const text = readFileSync(contextFile, 'utf8');
    const browser = await launchBrowser(bench);
    const ours = await openReview(browser, (await engine.serve(builtInterface)).newAddress());
    await ours.keyboard.press('3');
    const bareEditor = await engine.serve(bareEditorPage);
    const bare = await openCodeMirror(browser, bareEditor.newAddress(), text, 'bare');
    const usual = await openCodeMirror(browser, bareEditor.newAddress(), text, 'usual');
    const work: Record<'ours' | 'usual', number[]> = { ours: [], usual: [] };
    for (const page of [ours, bare, usual]) {
      await page.locator('.cm-line').nth(20).click();
      await noteKeyTimes(page);
    }
    const type =
      (page: Page, into: number[] = []) =>
      async () => {
        await page.bringToFront();
        const before = await workOf(page);
        // Typing faster than frames appear would measure the length of a queue.
        await page.keyboard.type('words of someone who types on'.slice(0, keysPerRound).padEnd(keysPerRound, 'x'), {
          delay: betweenKeysMs,
        });
        await page.waitForFunction((count) => window.keyTimes.length >= count, keysPerRound);
        into.push(((await workOf(page)) - before) / keysPerRound);
        return spreadOf(await page.evaluate(() => window.keyTimes.splice(0))).median;
      };
    const times = await takeTurns(
      { ours: type(ours, work.ours), bare: type(bare), usual: type(usual, work.usual) },
      15,
    );
    return {
      arms: [
        { name: 'Contexture, key to frame', unit: 'ms', values: times.ours },
        { name: 'CodeMirror, basic setup', unit: 'ms', values: times.usual },
        { name: 'CodeMirror, bare', unit: 'ms', values: times.bare },
        { name: 'Contexture, work per key', unit: 'ms', values: work.ours },
        { name: 'basic setup, work per key', unit: 'ms', values: work.usual },
      ],
      targets: [{ what: 'Contexture / basic setup', measured: ratioOf(times.ours, times.usual), unit: '×', atMost: 1 }],
      notes: [
        `${bytes.toLocaleString('en-US')} bytes; ${keysPerRound} keys a round, of which the median counts. Work is all the page’s main thread did, what comes after the frame included.`,
        `Lines wrap in all three. Beside it, not judged: without any setup (keys, undo, wrapping) CodeMirror takes less: Contexture ${ratioOf(times.ours, times.bare).toFixed(2)} × that, the basic setup ${ratioOf(times.usual, times.bare).toFixed(2)} ×.`,
      ],
    };
  },
};

async function openCodeMirror(browser: Browser, url: string, text: string, kind: 'bare' | 'usual'): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(url);
  await page.evaluate(([shown, wanted]) => window.showText(shown, wanted), [text, kind] as const);
  return page;
}

async function noteKeyTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.keyTimes = [];
    const frames = new MessageChannel();
    const began: number[] = [];
    // The message arrives after the frame; an animation frame callback would run before it.
    frames.port1.onmessage = () => {
      window.keyTimes.push(...began.splice(0).map((at) => performance.now() - at));
    };
    addEventListener(
      'keydown',
      (event) => {
        began.push(event.timeStamp);
        requestAnimationFrame(() => frames.port2.postMessage(null));
      },
      { capture: true },
    );
  });
}
