import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { startWebHost, type WebHost } from '#web/server.ts';

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A real web host on a real port, over a small built interface in a temporary folder. */
export type WebHostInTest = {
  readonly host: WebHost;
  /** A new one-time code, in its form within an address. */
  newCode(): string;
  readonly service: FakeService;
  /** Everything logged so far. */
  readonly logged: readonly string[];
  /** Sends a path and headers exactly as given; `fetch` would tidy them first. */
  ask(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer>;
  /** Requests an upgrade by hand and returns the status: 101 if it was granted. */
  askUpgrade(headers: Readonly<Record<string, string>>, path?: string): Promise<Answer>;
  close(): Promise<void>;
};

const builtPage = `<!doctype html>
<html lang="en">
  <head>
    <meta property="csp-nonce" nonce="__CONTEXTURE_NONCE__">
    <script type="module" nonce="__CONTEXTURE_NONCE__" src="/assets/index-1a2b3c.js"></script>
    <link rel="stylesheet" nonce="__CONTEXTURE_NONCE__" href="/assets/index-1a2b3c.css">
  </head>
  <body></body>
</html>
`;

/** Text of a file outside the served folder: no answer may ever contain it. */
export const secret = 'nobody may read this';

export async function startWebHostInTest(
  options: { heartbeatMs?: number; proofMs?: number } = {},
): Promise<WebHostInTest> {
  const folder = await mkdtemp(join(tmpdir(), 'contexture-web-'));
  const rendererFolder = join(folder, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'secret.txt'), secret);
  await writeFile(join(folder, 'outside', 'secret.txt'), secret);
  await writeFile(join(rendererFolder, 'index.html'), builtPage);
  await writeFile(join(rendererFolder, 'assets', 'index-1a2b3c.js'), 'export {};\n');
  await writeFile(join(rendererFolder, 'assets', 'index-1a2b3c.css'), 'body {}\n');
  await symlink(join(folder, 'secret.txt'), join(rendererFolder, 'linked.txt'));
  await symlink(join(folder, 'outside'), join(rendererFolder, 'linked'));

  const service = createFakeService();
  const logged: string[] = [];
  const log = (level: string, message: string): void => {
    logged.push(`${level} ${message}`);
  };
  const host = await startWebHost({ service, rendererFolder, log, ...options });

  const send = (path: string, headers: Readonly<Record<string, string>>, method: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: host.port,
        path,
        method,
        headers,
        setHost: !('Host' in headers),
      });
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      asked.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
      });
      asked.on('error', reject);
      asked.end();
    });

  return {
    host,
    newCode: () => new URL(host.newAddress()).hash.slice(1),
    service,
    logged,
    ask: (path, headers = {}, method = 'GET') => send(path, headers, method),
    askUpgrade: (headers, path = '/ws') =>
      send(
        path,
        {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
        'GET',
      ),
    close: async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
