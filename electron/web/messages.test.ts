import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { defaultSettings } from '#shared/contract/features/settings.ts';
import { nestedArrays } from '#shared/contract/testing/hostile-messages.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { connectWebSocket, proveTo } from '#testing/connect-web-socket.ts';
import { startWebHostInTest, type WebHostInTest } from '#testing/web-host-in-test.ts';

const answer = {
  settings: defaultSettings,
  path: '/w',
  problems: [],
  readAs: null,
};

describe('messages to the web host', () => {
  let web: WebHostInTest;
  beforeEach(async () => {
    web = await startWebHostInTest();
    web.service.answer('settings.read', () => answer);
  });
  /** Only heartbeat tests use a quick one: a busy machine would take a slow page for a dead one. */
  const quicken = async (): Promise<void> => {
    await web.close();
    web = await startWebHostInTest({ heartbeatMs: 200 });
    web.service.answer('settings.read', () => answer);
  };
  afterEach(() => web.close());

  const address = () => `ws://127.0.0.1:${web.host.port}/ws`;
  const open = async (): Promise<WebSocket> => {
    const { socket } = await proveTo(address(), web.newCode());
    return socket;
  };
  const closeCode = (socket: WebSocket): Promise<number> =>
    new Promise((resolve) => {
      socket.on('error', () => {});
      socket.once('close', resolve);
    });
  const call = (workspace: string) =>
    JSON.stringify({ type: 'call', id: 1, method: 'settings.read', params: { workspace } });

  it.each<[string, () => string | Buffer, boolean, number]>([
    ['longer than the limit', () => call('secret'.repeat(maxMessageBytes / 6)), false, 1009],
    ['binary', () => Buffer.from(call('secret')), true, 1003],
    ['cut off JSON', () => call('secret').slice(0, -1), false, 1007],
    ['not JSON', () => 'secret', false, 1007],
    ['empty', () => '', false, 1007],
    ['not UTF-8', () => Buffer.concat([Buffer.from(call('secret')), Buffer.from([0xff, 0xc0])]), false, 1007],
  ])('%s: the connection is closed, nothing runs, and the log omits the content', async (_, message, binary, code) => {
    const socket = await open();
    const closed = closeCode(socket);
    socket.send(message(), { binary });
    socket.send(call('after'));
    expect(await closed).toBe(code);
    await vi.waitUntil(() => web.service.left.length === 1, patiently);
    expect(web.service.calls).toEqual([]);
    expect(web.logged.length).toBeGreaterThan(0);
    expect(web.logged.join('\n')).not.toContain('secret');

    const other = createClient(await connectWebSocket(address(), web.newCode()));
    await expect(other.call('settings.read', { workspace: 'w' })).resolves.toEqual(answer);
  });

  it('are accepted up to the largest allowed size', async () => {
    const client = createClient(await connectWebSocket(address(), web.newCode()));
    web.service.answer('workspaces.forget', () => ({}));
    await client.call('workspaces.forget', { path: 'x'.repeat(maxMessageBytes - 200) });
    expect(web.service.calls).toHaveLength(1);
  });

  it('over that size are refused before they are sent, and the connection stays', async () => {
    const client = createClient(await connectWebSocket(address(), web.newCode()));
    for (const letter of ['x', 'é', '語', '🌿']) {
      const path = letter.repeat(maxMessageBytes / new TextEncoder().encode(letter).length);
      await expect(client.call('workspaces.forget', { path })).rejects.toMatchObject({ code: 'too_large' });
    }
    await expect(client.call('settings.read', { workspace: 'w' })).resolves.toEqual(answer);
    expect(web.service.calls).toHaveLength(1);
  });

  it('nested a million deep are dropped, and the host keeps running', async () => {
    const socket = await open();
    const params = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    socket.send(`{"type":"call","id":1,"method":"settings.read","params":${params}}`);
    socket.send(call('w'));
    await vi.waitUntil(() => web.service.calls.length === 1, patiently);
    expect(web.service.calls[0]?.params).toEqual({ workspace: 'w' });
    socket.close();
  });

  it('are logged by method and code when they fail, without their content', async () => {
    const transport = await connectWebSocket(address(), web.newCode());
    const client = createClient(transport);
    const params = { workspace: 'w', 'my secret': nestedArrays(3) } as never;
    await expect(client.call('settings.read', params)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(client.call('my secret' as 'app.start', {})).rejects.toMatchObject({ code: 'unknown_method' });
    expect(web.logged).toEqual([
      'info settings.read failed with invalid_request',
      'info A message failed with unknown_method',
    ]);
  });

  it('need answers: a dead page is noticed', async () => {
    await quicken();
    const socket = await open();
    const closed = closeCode(socket);
    // As on a machine that fell asleep: still connected, but nothing reads.
    socket.pause();
    await vi.waitUntil(() => web.service.left.length === 1, { timeout: 5000 });
    socket.resume();
    expect(await closed).toBe(1006);
  });

  it('keep a page that answers connected', async () => {
    await quicken();
    const socket = await open();
    let pings = 0;
    socket.on('ping', () => {
      pings += 1;
    });
    await vi.waitUntil(() => pings >= 4, { timeout: 5000 });
    socket.send(call('w'));
    await vi.waitUntil(() => web.service.calls.length === 1, patiently);
    expect(web.service.left).toEqual([]);
    socket.close();
  });

  it('tell pages that the host stops', async () => {
    const closed = closeCode(await open());
    await web.host.close();
    expect(await closed).toBe(1001);
    expect(web.service.left).toEqual(['web-1']);
  });
});

describe('starting the web host', () => {
  it('reports a taken port', async () => {
    const web = await startWebHostInTest();
    const { startWebHost } = await import('./server.ts');
    const second = startWebHost({
      service: web.service,
      rendererFolder: '.',
      port: web.host.port,
      log: () => {},
    });
    await expect(second).rejects.toMatchObject({ code: 'busy', details: { port: web.host.port } });
    await web.close();
  });
});
