import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Page } from 'playwright/test';
import { signedBy } from '#shared/contract/wire/handshake.ts';
import { sign } from '#testing/connect-web-socket.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';

test.use({ startWith: { [contextPath]: exampleContext } });

const inStorage = (page: Page) => page.evaluate(() => Object.values({ ...sessionStorage }));

/** Files that a page has loaded, without the hashes that a build adds to their names. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\/|-[\w-]{8}\.\w+$/g, '')),
  );

/** Files that Review preloads when idle: the last of each kind, after all others. */
const lastLoadedAhead = ['archive-dialog', 'settings-view', 'palette', 'leaving-soon', 'token-worker'];

/**
 * Another program that takes the port of an ended host: it answers the upgrade, greets as it can, and records every
 * byte.
 */
async function takePort(port: number, greet: (socket: Socket, request: string) => void) {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const index = heard.push('') - 1;
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      heard[index] += text;
      if (text.startsWith('GET /ws')) {
        greet(socket, text);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  /** Received texts by connection, and a way to stop. */
  return {
    heard: () => heard.filter((text) => text !== ''),
    close(): void {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

/** A text as a WebSocket frame from a host. */
const frame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  return Buffer.concat([Buffer.from([0x81, length]), Buffer.from(text)]);
};

async function grantUpgrade(socket: Socket, request: string): Promise<void> {
  const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? '';
  const accept = await crypto.subtle.digest('SHA-1', Buffer.from(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`));
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${Buffer.from(accept).toString('base64')}\r\nSec-WebSocket-Protocol: contexture\r\n\r\n`,
  );
}

test('sends nothing but names from an open page to another program that takes its port', async ({
  page,
  app,
  watch,
}) => {
  test.setTimeout(120_000);
  watch.allow(/WebSocket|ERR_CONNECTION|ERR_EMPTY/);
  await expect(page.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  await eventually(() => loaded(page)).toEqual(expect.arrayContaining(lastLoadedAhead));
  const stored = await inStorage(page);
  const port = Number(new URL(page.url()).port);
  await app.stop();
  const greetings = ['', '{"type":"greeting","nonce":"AAAAAAAAAAAAAAAA","proof":"AAAA"}', '{"type":"session"}', 'x'];
  let met = 0;
  const impostor = await takePort(port, (socket, request) => {
    const greeting = greetings[met++ % greetings.length] ?? '';
    void grantUpgrade(socket, request).then(() => (greeting === '' ? socket.end() : socket.write(frame(greeting))));
  });
  const strip = page.getByRole('region', { name: 'Not the same Contexture' });
  await expect(strip).toContainText('nothing was sent to it', { timeout: 20_000 });
  await eventually(() => met, { timeout: 40_000 }).toBeGreaterThan(4);
  // Actions and view changes in the meantime send nothing either.
  await page.getByRole('searchbox').fill('workouts');
  for (const view of ['History', 'Archive', 'File', 'What it reads', 'Settings']) {
    await page.getByRole('link', { name: view }).click();
  }
  const before = met;
  await eventually(() => met, { timeout: 40_000 }).toBeGreaterThan(before);
  impostor.close();
  const said = impostor.heard();
  for (const each of said) {
    const [request = '', ...rest] = each.split('\r\n\r\n');
    // At most a WebSocket close frame, which carries only a number.
    expect(rest.join('')).toMatch(/^(\x88[\x80-\x82][\s\S]{4,6})?$/);
    expect(request).toMatch(/^GET \/ws HTTP\/1\.1\r\n/);
    expect(request.match(/Sec-WebSocket-Protocol: (.*)/)?.[1]).toMatch(
      /^contexture, key\.session\.[\w-]{16}, nonce\.[\w-]{24}$/,
    );
  }
  const keys = stored.filter((value) => value.includes('session.')).map((value) => value.split('.').at(-1) ?? '');
  expect(keys.filter((key) => key.length === 43)).toHaveLength(1);
  for (const secret of [...keys, 'workouts', 'app.start']) {
    expect(said.join('\n')).not.toContain(secret);
  }
});

/** Delays the page's signatures until their connection has ended, as on a busy machine. */
const signAfterEnd = (page: Page) =>
  page.evaluate(() => {
    let ended: Promise<unknown> = Promise.resolve();
    window.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        ended = new Promise((resolve) => this.addEventListener('close', resolve));
      }
    };
    const sign = crypto.subtle.sign.bind(crypto.subtle);
    crypto.subtle.sign = (...args) => ended.then(() => sign(...args));
  });

test('reconnects to a host that ends while its proof is checked', async ({ page, app, watch }) => {
  watch.allow(/WebSocket|ERR_CONNECTION|ERR_EMPTY/);
  await expect(page.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  const key =
    (await inStorage(page))
      .find((value) => value.startsWith('session.'))
      ?.split('.')
      .at(-1) ?? '';
  const port = Number(new URL(page.url()).port);
  await signAfterEnd(page);
  await app.stop();
  let met = 0;
  const host = await takePort(port, (socket, request) => {
    met += 1;
    const ofPage = /nonce\.([\w-]+)/.exec(request)?.[1] ?? '';
    const greeting = { type: 'greeting', nonce: 'A', proof: sign(key, signedBy('host', ofPage, 'A')) };
    void grantUpgrade(socket, request).then(() => socket.end(frame(JSON.stringify(greeting))));
  });
  await eventually(() => met, { timeout: 40_000 }).toBeGreaterThan(2);
  host.close();
});

test('accepts an address once and stores it nowhere, and needs none to reload or reconnect', async ({
  page,
  app,
  context,
  watch,
}) => {
  const address = app.printed;
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  expect(await second.evaluate(() => location.href)).not.toContain('#');
  const code = address.split('.').at(-1) ?? '';
  await eventually(async () => (await inStorage(second)).join()).toContain('session.');
  expect((await inStorage(second)).join()).not.toContain(code);
  await second.reload();
  await expect(second.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  const third = await context.newPage();
  await third.goto(address);
  await expect(third.getByText('This address has been used: each works once.')).toBeVisible();
  // A new address in the same tab is accepted at once.
  await third.goto(app.address);
  await expect(third.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  await second.goto(address);
  await expect(second.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  watch.allow(/WebSocket/);
  await page.goto(new URL('/', address).href);
  await expect(page.getByText('Best workouts on Wednesday evenings')).toBeVisible();
});

test('says what to do on a page opened without a code', async ({ app, context }) => {
  const bare = await context.newPage();
  await bare.goto(new URL('/', app.printed).href);
  await expect(bare.getByText('This page was opened without the address that Contexture printed.')).toBeVisible();
  await bare.goto(app.address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await expect(bare.getByText('This address is from an earlier start, or another program answers here.')).toBeVisible();
});

test('gives another window a separate address', async ({ page, context }) => {
  await expect(page.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const opened = context.waitForEvent('page');
  await page.getByRole('option', { name: 'Open another window' }).click();
  const other = await opened;
  await expect(other.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  expect(await inStorage(other)).not.toEqual(await inStorage(page));
});

test('prints another address on Enter in the terminal, and approves nothing by a key alone', async ({
  page,
  app,
  context,
}) => {
  const before = app.output().length;
  app.type('');
  await eventually(() => app.output().slice(before)).toMatch(/http:\S+\s/);
  const other = await context.newPage();
  await other.goto(/http:\S+/.exec(app.output().slice(before))?.[0] ?? '');
  await expect(other.getByText('Best workouts on Wednesday evenings')).toBeVisible();
  await page.getByRole('link', { name: 'What it reads' }).click();
  await page.getByRole('button', { name: 'Sources', exact: true }).click();
  await page.getByRole('textbox', { name: 'Add a file' }).fill('/nowhere/notes.md');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve notes.md' }).click();
  await expect(page.getByText('Confirm it in the terminal where Contexture runs.').first()).toBeVisible();
  await eventually(() => app.output()).toContain('read /nowhere/notes.md before the memory?');
  app.type('y');
  await eventually(() => app.output().slice(before).match(/http:/g)).toHaveLength(1);
  await expect(page.getByText('Needs your approval')).toBeVisible();
});
