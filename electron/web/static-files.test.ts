import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, startWebHostInTest, type WebHostInTest } from '#testing/web-host-in-test.ts';

describe('the page and its files', () => {
  let web: WebHostInTest;
  beforeAll(async () => {
    web = await startWebHostInTest();
  });
  afterAll(() => web.close());

  it.each([
    ['/assets/index-1a2b3c.js', 'text/javascript; charset=utf-8', 'export {};\n'],
    ['/assets/index-1a2b3c.css', 'text/css; charset=utf-8', 'body {}\n'],
  ])('%s is served with its type, and cached for ever', async (path, type, body) => {
    const answer = await web.ask(path);
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, type, body]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/', '/index.html'])('%s is the page, and never cached', async (path) => {
    const answer = await web.ask(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers HEAD as GET, without a body', async () => {
    const answer = await web.ask('/', {}, 'HEAD');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('has a content security policy with a nonce that differs at each load, in the page too', async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 3; load++) {
      const { headers, body } = await web.ask('/');
      const policy = String(headers['content-security-policy']);
      const nonce = /script-src 'self' 'nonce-([\w+/]{24})'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src 'self' ws://127.0.0.1:${web.host.port}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(body.match(/nonce="([^"]*)"/g)).toEqual(Array(3).fill(`nonce="${nonce}"`));
      expect(body.match(/property="csp-nonce"/g)).toHaveLength(1);
    }
    expect(nonces.size).toBe(3);
  });

  it.each(['/', '/assets/index-1a2b3c.js', '/nothing', '/api/health'])(
    '%s carries the headers of all answers',
    async (path) => {
      const { headers } = await web.ask(path);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2E%2Fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/%252e%252e/secret.txt',
    '//secret.txt',
    '/./../secret.txt',
    '/secret.txt',
    '/linked.txt',
    '/linked/secret.txt',
    '/assets/..%00/secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/%',
    '/assets',
    '/assets/',
    '/constructor',
    '/__proto__',
  ])('never leave the folder: %s', async (path) => {
    const answer = await web.ask(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).not.toContain(secret);
  });
});
