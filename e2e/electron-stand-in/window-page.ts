import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page, Route } from 'playwright/test';
import { fromMain, openOutside, preloadScript, storageScript, toMain, toStorage } from './page-side.ts';
import { type ServedResponse, standInSuffix, toAppAddress, toBrowserAddress, type Wire } from './wire.ts';

/**
 * A window of the app: a page in a real browser, with the preload script in it and its requests answered by the app.
 */
export type WindowPage = {
  readonly page: Page;
  /** True once its process has ended: a page of a browser can't be loaded again then. */
  readonly isCrashed: () => boolean;
  load(address: string): Promise<void>;
  /** Closes the page, which may refuse. Resolves to false if it stays. */
  unload(): Promise<boolean>;
  /** Sends messages in the given order, however many are under way. */
  send(channel: string, values: readonly unknown[]): void;
};

export async function openWindowPage(
  context: BrowserContext,
  wire: Wire,
  window: number,
  preload: string | null,
  onPage: (page: Page) => Promise<void>,
  /** Session storage of the window, which outlives its page's process. */
  storage: Map<string, string>,
): Promise<WindowPage> {
  const page = await context.newPage();
  /** Address set while the app itself navigates the page: no listener is asked then. */
  let leadingTo: string | null = null;

  await page.exposeBinding(toMain, ({ frame }, channel: string, values: unknown[]) => {
    const address = { url: toAppAddress(frame.url()), isTop: frame === page.mainFrame() };
    wire.tell('page sends', window, address, channel, values);
  });
  await page.exposeBinding(openOutside, (_source, url: string) => wire.call('page opens', window, toAppAddress(url)));
  await page.exposeBinding(toStorage, (_source, key: string, value: string | null) =>
    value === null ? storage.delete(key) : storage.set(key, value),
  );
  await page.addInitScript({ content: storageScript(storage) });
  const source = preload === null ? '' : await readFile(preload, 'utf8');
  await page.addInitScript({ content: preloadScript(source) });
  await onPage(page);
  await page.route('**/*', answer);
  // `window.open` has a replacement, but links and forms can't: for them the browser reports the window it opens.
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.windowOpen', ({ url }) => void wire.call('page opens', window, toAppAddress(url)));
  page.on('popup', (popup) => void popup.close());
  let isCrashed = false;
  page.on('crash', () => {
    isCrashed = true;
    wire.tell('page crashed', window);
  });

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const address = request.url();
    const isMain = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (request.isNavigationRequest() && address !== leadingTo) {
      if (!(await wire.call('page leads to', window, toAppAddress(address), isMain))) {
        await route.abort('aborted');
        return;
      }
    }
    if (!new URL(address).host.endsWith(standInSuffix)) {
      // Nothing exists outside the stand-in.
      await route.abort('internetdisconnected');
      return;
    }
    if (isMain) {
      await wire.call('page goes to', window, toAppAddress(address));
    }
    const served = await wire.call('serve', { url: toAppAddress(address), method: request.method() });
    const { status, headers, body } = served as ServedResponse;
    await route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  }

  const waiting: (readonly [string, readonly unknown[]])[] = [];
  let delivering = false;
  async function deliver(): Promise<void> {
    delivering = true;
    while (waiting.length > 0) {
      const messages = waiting.splice(0);
      const given = [fromMain, messages] as const;
      await page
        .evaluate(([name, all]) => {
          (window as unknown as Record<string, { receive(all: unknown): void }>)[name]?.receive(all);
        }, given)
        // A page that is closing receives no more messages.
        .catch(() => undefined);
    }
    delivering = false;
  }

  return {
    page,
    isCrashed: () => isCrashed,
    async load(address) {
      leadingTo = toBrowserAddress(address);
      await page.goto(leadingTo);
      leadingTo = null;
    },
    unload: () =>
      new Promise((resolve) => {
        page.once('close', () => resolve(true));
        page.once('dialog', async (dialog) => {
          if (await wire.call('page prevents unload', window)) {
            await dialog.accept();
          } else {
            await dialog.dismiss();
            resolve(false);
          }
        });
        // It may be closed by now.
        page.close({ runBeforeUnload: true }).catch(() => resolve(true));
      }),
    send(channel, values) {
      waiting.push([channel, values]);
      if (!delivering) {
        void deliver();
      }
    },
  };
}
