import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signedBy, signedForCode } from '#shared/contract/wire/handshake.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { keyIn, proveTo, sign } from '#testing/connect-web-socket.ts';
import { startWebHostInTest, type WebHostInTest } from '#testing/web-host-in-test.ts';

/** PORT and OTHER (a port that isn't ours) are filled in in the header values below. */
const refusedAddresses: [string, Record<string, string>][] = [
  ['another site’s name', { Host: 'evil.example' }],
  ['another site’s name and our port', { Host: 'evil.example:PORT' }],
  ['a name that starts like ours', { Host: 'localhost.evil.example:PORT' }],
  ['our name and another port', { Host: '127.0.0.1:OTHER' }],
  ['our name and no port', { Host: '127.0.0.1' }],
  ['another address of this machine', { Host: '127.0.0.2:PORT' }],
  ['every address of this machine', { Host: '0.0.0.0:PORT' }],
  ['no host at all', { Host: '' }],
  ['a foreign origin', { Origin: 'http://evil.example' }],
  ['an origin on another port', { Origin: 'http://127.0.0.1:OTHER' }],
  ['an origin under another of our names', { Origin: 'http://localhost:PORT' }],
  ['our origin over https', { Origin: 'https://127.0.0.1:PORT' }],
  ['the origin of a file or a sandbox', { Origin: 'null' }],
];
const acceptedAddresses: [string, Record<string, string>][] = [
  ['the loopback address', { Host: '127.0.0.1:PORT' }],
  ['localhost', { Host: 'localhost:PORT' }],
  ['LOCALHOST', { Host: 'LOCALHOST:PORT' }],
  ['the loopback address of IPv6', { Host: '[::1]:PORT' }],
  ['our own origin', { Host: '127.0.0.1:PORT', Origin: 'http://127.0.0.1:PORT' }],
  ['our own origin as localhost', { Host: 'localhost:PORT', Origin: 'http://localhost:PORT' }],
];
const nonce = 'A'.repeat(22);
const asking = (name: string) => ({ 'Sec-WebSocket-Protocol': `contexture, key.${name}, nonce.${nonce}` });
const call = JSON.stringify({ type: 'call', id: 1, method: 'app.start', params: {} });

describe('access to the host', () => {
  let web: WebHostInTest;
  beforeAll(async () => {
    web = await startWebHostInTest();
  });
  afterAll(() => web.close());

  const filledAll = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('PORT', String(web.host.port)).replace('OTHER', String(web.host.port + 1)),
      ]),
    );

  describe('over HTTP', () => {
    it.each(refusedAddresses)('is refused for %s', async (_, headers) => {
      for (const path of ['/', '/assets/index-1a2b3c.js', '/nothing']) {
        expect((await web.ask(path, filledAll(headers))).status).toBe(403);
      }
    });

    it.each(acceptedAddresses)('is granted for %s', async (_, headers) => {
      expect((await web.ask('/', filledAll(headers))).status).toBe(200);
    });

    it.each(['/api', '/api/health', '/nothing', '/ws'])('finds nothing at %s', async (path) => {
      expect((await web.ask(path)).status).toBe(404);
    });

    it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is refused for %s', async (method) => {
      expect((await web.ask('/', {}, method)).status).toBe(404);
    });

    it('sets no cookie', async () => {
      expect((await web.ask('/')).headers['set-cookie']).toBeUndefined();
    });
  });

  describe('on the upgrade to WebSocket', () => {
    it.each(refusedAddresses)('is refused for %s', async (_, headers) => {
      const { name } = keyIn(web.newCode());
      expect((await web.askUpgrade({ ...filledAll(headers), ...asking(name) })).status).toBe(403);
    });

    it.each(acceptedAddresses)('is granted for %s', async (_, headers) => {
      const { name } = keyIn(web.newCode());
      const answer = await web.askUpgrade({ ...filledAll(headers), ...asking(name) });
      expect([answer.status, answer.headers['sec-websocket-protocol']]).toEqual([101, 'contexture']);
    });

    it.each([
      ['no subprotocol', ''],
      ['our subprotocol alone', 'contexture'],
      ['no nonce', 'contexture, key.code.abc'],
      ['a short nonce', 'contexture, key.code.abc, nonce.abc'],
      ['no key', `contexture, nonce.${nonce}`],
      ['a key of no kind', `contexture, key.abc, nonce.${nonce}`],
      ['a key of another kind', `contexture, key.other.abc, nonce.${nonce}`],
      ['a key of four parts', `contexture, key.code.a.b.c, nonce.${nonce}`],
      ['two keys', `contexture, key.code.abc, nonce.${nonce}, key.code.def`],
    ])('is refused with %s', async (_, protocols) => {
      const headers: Record<string, string> = protocols === '' ? {} : { 'Sec-WebSocket-Protocol': protocols };
      expect((await web.askUpgrade(headers)).status).toBe(401);
    });

    it.each(['/', '/ws/', '/other', '/ws?x'])('is refused at %s', async (path) => {
      expect((await web.askUpgrade(asking('code.abc'), path)).status).toBe(404);
    });
  });

  it('leaves no key in the log', async () => {
    const code = web.newCode();
    await proveTo(address(web), code);
    await expect(proveTo(address(web), code)).rejects.toThrow('4001');
    expect(web.logged.length).toBeGreaterThan(20);
    expect(web.logged.join('\n')).not.toContain(keyIn(code).key);
    expect(web.logged.join('\n')).not.toContain(keyIn(code).name);
  });
});

const address = (web: WebHostInTest): string => `ws://127.0.0.1:${web.host.port}/ws`;

describe('a page and its host', () => {
  const started = async (options: { proofMs?: number } = {}): Promise<WebHostInTest> => {
    const web = await startWebHostInTest(options);
    onTestFinished(() => web.close());
    return web;
  };
  const ended = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];
  /** A page that connects under a name and never proves itself. */
  const ask = (web: WebHostInTest, name: string): WebSocket =>
    new WebSocket(address(web), ['contexture', `key.${name}`, `nonce.${nonce}`]);
  const greetingOf = async (socket: WebSocket): Promise<{ nonce: string; proof: string }> =>
    JSON.parse(String((await once(socket, 'message'))[0]));

  it('prove themselves, and a code works once', async () => {
    const web = await started();
    const code = web.newCode();
    const { session } = await proveTo(address(web), code);
    await expect(proveTo(address(web), code)).rejects.toThrow('4001');
    const again = session ? `${session.name}.${session.key}` : '';
    await proveTo(address(web), again);
    expect((await proveTo(address(web), again)).session).toBeNull();
  });

  it('of the two pages that use the same code at once, the first is accepted', async () => {
    const web = await started();
    const code = web.newCode();
    const { name, key } = keyIn(code);
    const [one, other] = [ask(web, name), ask(web, name)];
    const greetings = await Promise.all([greetingOf(one), greetingOf(other)]);
    const prove = (socket: WebSocket, at: number): void => {
      const ofHost = greetings[at]?.nonce ?? '';
      socket.send(JSON.stringify({ type: 'proof', proof: sign(key, signedBy('page', nonce, ofHost)) }));
    };
    prove(one, 0);
    await once(one, 'message');
    prove(other, 1);
    expect(await ended(other)).toBe(4001);
    expect(one.readyState).toBe(WebSocket.OPEN);
  });

  it('create a code for one more window, which works once too', async () => {
    const web = await started();
    const { session } = await proveTo(address(web), web.newCode());
    const id = session?.name.replace('session.', '');
    const code = `code.${id}.another1.${sign(session?.key ?? '', signedForCode('another1'))}`;
    await proveTo(address(web), code);
    await expect(proveTo(address(web), code)).rejects.toThrow('4001');
    // The rest of it does not work under another name either.
    await expect(proveTo(address(web), code.replace('code.', 'session.'))).rejects.toThrow('401');
  });

  it.each<[string, (ofHost: string, key: string, proofOfHost: string) => string]>([
    ['nothing', () => call],
    ['a proof by another key', (ofHost) => proof(sign('another', signedBy('page', nonce, ofHost)))],
    ['the host’s own proof', (_, __, ofHost) => proof(ofHost)],
    ['a proof over another nonce', (_, key) => proof(sign(key, signedBy('page', nonce, nonce)))],
    ['a proof that is no text', () => '{"type":"proof","proof":1}'],
    ['invalid JSON', () => 'proof'],
  ])('are disconnected when the page proves itself by %s', async (_, prove) => {
    const web = await started();
    const { name, key } = keyIn(web.newCode());
    const socket = ask(web, name);
    const greeting = await greetingOf(socket);
    socket.send(prove(greeting.nonce, key, greeting.proof));
    socket.send(call);
    expect(await ended(socket)).toBe(4002);
    expect(web.service.calls).toEqual([]);
    // No code was used up.
    await proveTo(address(web), `${name}.${key}`);
  });

  it('are disconnected when the host has another secret', async () => {
    const [web, other] = [await started(), await started()];
    await expect(proveTo(address(web), other.newCode())).rejects.toThrow('The host could not prove itself');
  });

  it('are disconnected when the page takes too long, or says too much first', async () => {
    const web = await started({ proofMs: 200 });
    expect(await ended(ask(web, 'session.abc'))).toBe(1006);
    const talker = ask(web, 'session.abc');
    talker.on('error', () => undefined);
    await once(talker, 'open');
    talker.send(randomBytes(1_000_000).toString('hex'));
    expect(await ended(talker)).toBe(1006);
    expect(web.service.calls).toEqual([]);
  });

  it('are limited in number, and unproven connections keep nobody out', async () => {
    const web = await started();
    const silent = Array.from({ length: 40 }, () => ask(web, 'session.abc'));
    for (const socket of silent) {
      socket.on('error', () => undefined);
    }
    await vi.waitUntil(
      () => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length === 24,
      patiently,
    );
    const pages: Awaited<ReturnType<typeof proveTo>>[] = [];
    for (let page = 0; page < 64; page++) {
      pages.push(await proveTo(address(web), web.newCode()));
    }
    await expect(proveTo(address(web), web.newCode())).rejects.toThrow('503');
    const [first] = pages;
    first?.socket.close();
    await vi.waitUntil(() => web.service.left.length === 1, patiently);
    await proveTo(address(web), web.newCode());
  });

  it('disconnect refused sockets that keep talking, which don’t use up slots', async () => {
    const web = await started();
    const { name, key } = keyIn(web.newCode());
    await proveTo(address(web), `${name}.${key}`);
    // They come with a used code, and ignore the closing handshake.
    const stuck = Array.from({ length: 80 }, () => {
      const socket = connect(web.host.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(upgradeBy(web.host.port, name));
      onTestFinished(() => void socket.destroy());
      return socket;
    });
    await vi.waitUntil(() => stuck.filter(({ closed }) => closed).length >= 80 - 16, patiently);
    for (const socket of stuck.filter(({ closed }) => !closed)) {
      socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
    }
    await proveTo(address(web), web.newCode());
  });

  it('have a limit on connections of any kind, of which the newest stay', async () => {
    const web = await started();
    const sockets = Array.from({ length: 300 }, () => connect(web.host.port, '127.0.0.1'));
    let over = 0;
    for (const socket of sockets) {
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.once('close', () => {
        over += 1;
      });
    }
    await vi.waitUntil(() => over === 300 - 256, patiently);
    expect((await web.ask('/')).status).toBe(200);
    await proveTo(address(web), web.newCode());
  });
});

/** An upgrade request of a program that ignores the rest of the protocol. */
const upgradeBy = (port: number, name: string): string =>
  [
    'GET /ws HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: contexture, key.${name}, nonce.${nonce}`,
    '\r\n',
  ].join('\r\n');

const proof = (text: string): string => JSON.stringify({ type: 'proof', proof: text });
