import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebHostInTest, type WebHostInTest } from '#testing/web-host-in-test.ts';

/** In the header values below: PORT, OTHER (a port that isn't ours) and TOKEN are filled in. */
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
const wrongTokens: [string, string][] = [
  ['nothing', ''],
  ['another of the same length', 'A'.repeat(43)],
  ['the right one but for its end', 'TOKEN_START'],
  ['the right one and more', 'TOKENx'],
];

describe('who gets an answer', () => {
  let web: WebHostInTest;
  beforeAll(async () => {
    web = await startWebHostInTest();
  });
  afterAll(() => web.close());

  const filled = (text: string): string =>
    text
      .replace('PORT', String(web.host.port))
      .replace('OTHER', String(web.host.port + 1))
      .replace('TOKEN_START', web.token.slice(0, -1))
      .replace('TOKEN', web.token);
  const filledAll = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
  const bearer = () => ({ Authorization: `Bearer ${web.token}` });
  const protocols = () => ({ 'Sec-WebSocket-Protocol': `contexture, token.${web.token}` });

  describe('over HTTP', () => {
    it.each(refusedAddresses)('not for %s, token or not', async (_, headers) => {
      for (const path of ['/', '/assets/index-1a2b3c.js', '/api/health']) {
        expect((await web.ask(path, { ...filledAll(headers), ...bearer() })).status).toBe(403);
      }
    });

    it.each(acceptedAddresses)('for %s with the token', async (_, headers) => {
      const answer = await web.ask('/api/health', { ...filledAll(headers), ...bearer() });
      expect([answer.status, answer.body]).toEqual([200, '{"status":"ok","version":"1.2.3"}']);
    });

    it.each(wrongTokens)('not with the token %s', async (_, token) => {
      const answer = await web.ask('/api/health', { Authorization: `Bearer ${filled(token)}` });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    });

    it.each([
      ['no authorization', {}],
      ['another scheme', { Authorization: 'Basic TOKEN' }],
      ['a cookie', { Cookie: 'token=TOKEN' }],
    ])('not with %s', async (_, headers: Record<string, string>) => {
      expect((await web.ask('/api/health', filledAll(headers))).status).toBe(401);
    });

    it('not with the token in the address', async () => {
      expect((await web.ask(`/api/health?token=${web.token}`)).status).toBe(401);
    });

    it.each(['/api', '/api/health/', '/api/other', '/nothing', '/ws'])(
      'says nothing of %s without the token',
      async (path) => {
        expect((await web.ask(path)).status).toBe(401);
        expect((await web.ask(path, bearer())).status).toBe(404);
      },
    );

    it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('not for %s', async (method) => {
      expect((await web.ask('/', {}, method)).status).toBe(401);
      expect((await web.ask('/', bearer(), method)).status).toBe(404);
    });

    it('sets no cookie', async () => {
      expect((await web.ask('/')).headers['set-cookie']).toBeUndefined();
    });
  });

  describe('on the upgrade to WebSocket', () => {
    it.each(refusedAddresses)('not for %s, token or not', async (_, headers) => {
      const answer = await web.askUpgrade({ ...filledAll(headers), ...protocols() });
      expect(answer.status).toBe(403);
    });

    it.each(acceptedAddresses)('for %s with the token', async (_, headers) => {
      const answer = await web.askUpgrade({ ...filledAll(headers), ...protocols() });
      expect([answer.status, answer.headers['sec-websocket-protocol']]).toEqual([101, 'contexture']);
    });

    it.each(wrongTokens)('not with the token %s', async (_, token) => {
      const answer = await web.askUpgrade({ 'Sec-WebSocket-Protocol': `contexture, token.${filled(token)}` });
      expect(answer.status).toBe(401);
    });

    it.each([
      ['no subprotocol', {}],
      ['our subprotocol alone', { 'Sec-WebSocket-Protocol': 'contexture' }],
      ['the token alone', { 'Sec-WebSocket-Protocol': 'token.TOKEN' }],
      ['the token as a header of HTTP', { Authorization: 'Bearer TOKEN' }],
    ])('not with %s', async (_, headers: Record<string, string>) => {
      expect((await web.askUpgrade(filledAll(headers))).status).toBe(401);
    });

    it.each(['/', '/ws/', '/other', '/ws?x'])('not at %s', async (path) => {
      expect((await web.askUpgrade(protocols(), path)).status).toBe(404);
    });
  });

  it('leaves no token in the log', () => {
    expect(web.logged.length).toBeGreaterThan(20);
    expect(web.logged.join('\n')).not.toContain(web.token);
    expect(web.logged.join('\n')).not.toContain(web.token.slice(0, 20));
  });

  it('makes a new token for each run', async () => {
    const other = await startWebHostInTest();
    await other.close();
    expect(web.token).toMatch(/^[\w-]{43}$/);
    expect(other.token).not.toBe(web.token);
  });
});
