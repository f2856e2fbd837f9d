import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ratioOf, sized, spreadOf, takeTurns, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const peerPackage = '@modelcontextprotocol/server-memory';
const peerServer = join(import.meta.dirname, '..', 'node_modules', peerPackage, 'dist', 'index.js');
const { version: peerVersion } = createRequire(import.meta.url)(`${peerPackage}/package.json`) as { version: string };

const sizes = sized([100, 1000, 10_000], [1, 20]);
const [fewest, most] = [sizes[0], sizes.at(-1)];
const rounds = 15;
/** Adds in a round. Few, so that a memory of 100 entries stays about that size. */
const addsPerRound = 3;
const writers = sized(4, 2);
const addsPerWriter = sized(40, 2);

type Add = { readonly key: string; readonly value: string };

/** A memory on the disk, and its server for assistants. */
type Memory = {
  /** Fills the memory before the first add. */
  begin(folder: string, known: readonly Add[]): void;
  server(folder: string): { readonly args: string[]; readonly env: Record<string, string> };
  /** Tool call that adds an entry. */
  call(add: Add): { readonly name: string; readonly arguments: Record<string, unknown> };
  /** Text of its file. */
  text(folder: string): string;
};

const ours: Memory = {
  begin(folder, known) {
    mkdirSync(join(folder, '.contexture'), { recursive: true });
    mkdirSync(join(folder, 'logs', 'context'), { recursive: true });
    writeFileSync(join(folder, '.contexture', 'settings.yaml'), 'token_limit: 1000000\n');
    const lines = known.map(({ key, value }) => `- [2026-11-20|likely|bench] ${key}: ${value}\n`);
    writeFileSync(
      join(folder, 'logs', 'context', 'global.md'),
      `---\nlast_updated: 2026-11-20\nversion: 1\ntoken_estimate: 0\n---\n\n# Global Context\n\n## Facts (certain)\n${lines.join('')}`,
    );
  },
  server: (folder) => ({
    args: [builtApp, 'mcp', folder],
    env: { CONTEXTURE_DATA_DIR: join(folder, 'data') },
  }),
  call: ({ key, value }) => ({
    name: 'append_context',
    arguments: { content: `${key}: ${value}`, category: 'fact', confidence: 'likely' },
  }),
  text: (folder) => readFileSync(join(folder, 'logs', 'context', 'global.md'), 'utf8'),
};

const peer: Memory = {
  begin(folder, known) {
    const lines = known.map((add) => JSON.stringify({ type: 'entity', ...entityOf(add) }));
    writeFileSync(join(folder, 'memory.jsonl'), lines.join('\n'));
  },
  server: (folder) => ({ args: [peerServer], env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }),
  call: (add) => ({ name: 'create_entities', arguments: { entities: [entityOf(add)] } }),
  text: (folder) => readFileSync(join(folder, 'memory.jsonl'), 'utf8'),
};

const entityOf = ({ key, value }: Add) => ({ name: key, entityType: 'fact', observations: [value] });

const numbered = (number: number): Add => ({
  key: `walk_${number}`,
  value: `along the river after dinner, ${number} minutes`,
});

export const append: Row = {
  name: 'append',
  what: 'one line appended over MCP, 100 → 10,000 entries',
  against: `the official MCP memory server (${peerPackage} ${peerVersion}) on the same adds`,
  minutes: 0.5,
  run: async (bench) => {
    const arms: Record<string, () => Promise<number>> = {};
    for (const size of sizes) {
      arms[`ours, ${size}`] = await adding(bench, ours, size);
      arms[`peer, ${size}`] = await adding(bench, peer, size);
    }
    const times = await takeTurns(arms, rounds);
    const of = (name: string): readonly number[] => times[name] ?? [];
    bench.progress(`${writers} writers at once`);
    const [keptByUs, keptByPeer] = [await keptOfMany(bench, ours), await keptOfMany(bench, peer)];
    const all = writers * addsPerWriter;
    return {
      arms: [
        ...sizes.map((size) => ({ name: `Contexture, ${size}`, unit: 'ms' as const, values: of(`ours, ${size}`) })),
        ...sizes.map((size) => ({ name: `memory server, ${size}`, unit: 'ms' as const, values: of(`peer, ${size}`) })),
      ],
      targets: [
        {
          what: 'Contexture / memory server, 10,000',
          measured: ratioOf(of(`ours, ${most}`), of(`peer, ${most}`)),
          unit: '×',
          atMost: 1,
        },
        {
          what: 'Contexture, 10,000 / 100',
          measured: ratioOf(of(`ours, ${most}`), of(`ours, ${fewest}`)),
          unit: '×',
          atMost: 2,
        },
      ],
      notes: [
        `Median of ${addsPerRound} adds a round, from the call to its answer. Contexture syncs each add and keeps the version before; the memory server does neither.`,
        `${writers} servers at once, ${addsPerWriter} adds each, all answered as done: Contexture kept ${keptByUs} of ${all}, the memory server ${keptByPeer}.`,
      ],
    };
  },
};

/** Starts a server with a memory of so many entries. @returns a round of adds */
async function adding(bench: Bench, memory: Memory, size: number): Promise<() => Promise<number>> {
  const folder = bench.folder();
  let next = 0;
  const one = (): Add => numbered(next++);
  memory.begin(folder, Array.from({ length: size }, one));
  const client = await connect(bench, memory, folder);
  return async () => {
    const took: number[] = [];
    for (let time = 0; time < addsPerRound; time++) {
      const add = one();
      took.push(await timed(() => callTool(client, memory.call(add))));
    }
    return spreadOf(took).median;
  };
}

/** Number of entries in a memory after several servers wrote to it at once. */
async function keptOfMany(bench: Bench, memory: Memory): Promise<number> {
  const folder = bench.folder();
  memory.begin(folder, []);
  const clients = await Promise.all(Array.from({ length: writers }, () => connect(bench, memory, folder)));
  await Promise.all(
    clients.map(async (client, writer) => {
      for (let count = 0; count < addsPerWriter; count++) {
        await callTool(client, memory.call(numbered(writer * addsPerWriter + count)));
      }
    }),
  );
  const text = memory.text(folder);
  return Array.from({ length: writers * addsPerWriter }, (_, number) => numbered(number)).filter(({ value }) =>
    text.includes(value),
  ).length;
}

async function connect(bench: Bench, memory: Memory, folder: string): Promise<Client> {
  const { args, env } = memory.server(folder);
  const { CONTEXTURE_DATA_DIR: _, ...inherited } = process.env as Record<string, string>;
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...profiling, ...args],
      env: { ...inherited, ...env },
      stderr: 'ignore',
    }),
  );
  bench.afterwards(() => client.close());
  return client;
}

/** Node options for the servers: `BENCH_NODE_OPTIONS=--cpu-prof` profiles them. */
const profiling = (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean);

async function callTool(client: Client, call: ReturnType<Memory['call']>): Promise<void> {
  const { isError, content } = await client.callTool(call);
  if (isError) {
    throw new Error(`An add failed: ${JSON.stringify(content)}`);
  }
}
