import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, launchBrowser, openReview } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, sized, takeTurns } from '../measure.ts';
import type { Row } from '../row.ts';

const [few, many] = [50, sized(50_000, 100)];

export const reader: Row = {
  name: 'reader',
  what: `open a conversation of ${many} messages at its end`,
  against: `one of ${few}`,
  minutes: 0.5,
  run: async (bench) => {
    const home = bench.folder();
    for (const messages of [few, many]) {
      writeSession(home, messages);
    }
    const folder = bench.folder();
    await writeBigLife(folder, { entries: 20, archives: 0, archived: 0, seed: 1, length: 'as people write' });
    const engine = await openEngine(bench, folder, { homeFolder: home, environment: {} });
    const host = await engine.serve(builtInterface);
    const page = await openReview(await launchBrowser(bench), host.newAddress());
    await page.keyboard.press('7');
    await page.getByRole('button', { name: 'Read these' }).click();
    const times = await takeTurns({ many: () => opened(page, many), few: () => opened(page, few) });
    return {
      arms: [
        { name: `${many} messages`, unit: 'ms', values: times.many },
        { name: `${few} messages`, unit: 'ms', values: times.few },
      ],
      targets: [{ what: `${many} / ${few}`, measured: ratioOf(times.many, times.few), unit: '×', atMost: 2 }],
    };
  },
};

/** Opens a conversation and returns to the list. @returns milliseconds until the last message was in sight */
async function opened(page: Page, messages: number): Promise<number> {
  await page.locator('[role="row"]', { hasText: titleOf(messages) }).waitFor();
  const took = await page.evaluate(
    ([title, last]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('It was not shown within 30 seconds.')), 30_000);
        const row = [...document.querySelectorAll('[role="row"]')].find(({ textContent }) =>
          textContent.includes(title),
        );
        const begin = performance.now();
        const observer = new MutationObserver(() => {
          const said = [...document.querySelectorAll('[data-item]')].at(-1);
          if (said?.textContent.includes(last) && said.getBoundingClientRect().top < innerHeight) {
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - begin));
          }
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        row?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      }),
    [titleOf(messages), `Answer ${messages / 2} `] as const,
  );
  await page.getByRole('button', { name: 'Back' }).click();
  return took;
}

const titleOf = (messages: number): string => `Talk of ${messages} messages`;

function writeSession(home: string, messages: number): void {
  const project = join(home, '.claude', 'projects', '-home-me-code');
  mkdirSync(project, { recursive: true });
  const lines: object[] = [];
  for (let turn = 1; turn <= messages / 2; turn++) {
    const common = { sessionId: `${messages}`, cwd: '/home/me/code', timestamp: '2026-11-20T09:00:00Z' };
    const content = [{ type: 'text', text: `Answer ${turn} ${'with what there is to say '.repeat(20)}` }];
    lines.push({ type: 'user', uuid: `u${turn}`, ...common, message: { role: 'user', content: `Question ${turn}` } });
    lines.push({
      type: 'assistant',
      uuid: `a${turn}`,
      ...common,
      message: { id: `m${turn}`, role: 'assistant', content },
    });
  }
  lines.push({ type: 'ai-title', aiTitle: titleOf(messages) });
  writeFileSync(join(project, `${messages}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
