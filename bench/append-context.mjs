import { appendFileSync, closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

// What an append_context costs an assistant, beside a bare append to a file: node bench/append-context.mjs [ROUNDS]
// Run after a build. The arms take turns, so that whatever else the machine does is shared among them.

const rounds = Number(process.argv[2] ?? 9);
const perRound = 20;
const atOnce = 200;
const builtApp = fileURLToPath(new URL('../out/cli/contexture.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'contexture-bench-'));
/** @type {Record<string, number[]>} */
const times = { append_context: [], 'bare append': [], 'bare append + fsync': [] };

const { CONTEXTURE_DATA_DIR: _, ...inherited } = /** @type {Record<string, string>} */ (process.env);
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [builtApp, 'mcp', folder],
  env: { ...inherited, CONTEXTURE_DATA_DIR: join(folder, 'data') },
});
const client = new Client({ name: 'bench', version: '1' });
await client.connect(transport);
try {
  let count = 0;
  const bareFile = join(folder, 'bare.md');
  const line = () => `- walk_${count++}: along the river after dinner`;
  /** @type {Record<string, () => unknown>} */
  const arms = {
    append_context: async () => {
      const { isError } = await client.callTool({
        name: 'append_context',
        arguments: { content: line().slice(2), category: 'fact' },
      });
      if (isError) {
        throw new Error('An append failed.');
      }
    },
    'bare append': () => appendFileSync(bareFile, `${line()}\n`),
    'bare append + fsync': () => {
      const file = openSync(bareFile, 'a');
      writeSync(file, `${line()}\n`);
      fsyncSync(file);
      closeSync(file);
    },
  };
  for (let round = 0; round < rounds; round++) {
    for (const [arm, append] of Object.entries(arms)) {
      for (let index = 0; index < perRound; index++) {
        const began = performance.now();
        await append();
        times[arm]?.push(performance.now() - began);
      }
    }
  }
  for (const [arm, taken] of Object.entries(times)) {
    const sorted = [...taken].sort((one, other) => one - other);
    const sum = taken.reduce((total, time) => total + time, 0);
    const at = (/** @type {number} */ share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
    process.stdout.write(
      `${arm.padEnd(20)} ${(taken.length / (sum / 1000)).toFixed(0).padStart(7)} calls/s   median ${at(0.5)} ms   p95 ${at(0.95)} ms\n`,
    );
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => arms['append_context']?.()));
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${atOnce} at once: ${(atOnce / seconds).toFixed(0)} calls/s\n`);
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
