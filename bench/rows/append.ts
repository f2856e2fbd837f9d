import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ratioOf, spreadOf, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const perRound = 20;

export const append: Row = {
  name: 'append',
  what: 'append_context by an assistant',
  against: 'a bare append with fsync',
  run: async (bench) => {
    const folder = bench.folder();
    mkdirSync(join(folder, '.contexture'));
    writeFileSync(join(folder, '.contexture', 'settings.yaml'), 'token_limit: 1000000\n');
    const { CONTEXTURE_DATA_DIR: _, ...inherited } = process.env as Record<string, string>;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [builtApp, 'mcp', folder],
      env: { ...inherited, CONTEXTURE_DATA_DIR: join(folder, 'data') },
    });
    const client = new Client({ name: 'bench', version: '1' });
    await client.connect(transport);
    bench.afterwards(() => client.close());
    let count = 0;
    const line = (): string => `walk_${count++}: along the river after dinner`;
    const append = async (): Promise<void> => {
      const { isError } = await client.callTool({
        name: 'append_context',
        arguments: { content: line(), category: 'fact' },
      });
      if (isError) {
        throw new Error('An append failed.');
      }
    };
    const bareFile = join(folder, 'bare.md');
    const medianOf = (work: () => unknown) => async (): Promise<number> => {
      const times: number[] = [];
      for (let index = 0; index < perRound; index++) {
        times.push(await timed(work));
      }
      return spreadOf(times).median;
    };
    const times = await takeTurns({
      ours: medianOf(append),
      synced: medianOf(() => bareAppend(bareFile, line())),
      bare: medianOf(() => appendFileSync(bareFile, `- ${line()}\n`)),
    });
    const atOnce = 200;
    const seconds = (await timed(() => Promise.all(Array.from({ length: atOnce }, append)))) / 1000;
    return {
      arms: [
        { name: 'append_context', unit: 'ms', values: times.ours },
        { name: 'bare append with fsync', unit: 'ms', values: times.synced },
        { name: 'bare append', unit: 'ms', values: times.bare },
      ],
      targets: [],
      notes: [
        `append_context is ${ratioOf(times.ours, times.synced).toFixed(1)} × the bare append with fsync; ${atOnce} at once: ${(atOnce / seconds).toFixed(0)} a second.`,
      ],
    };
  },
};

function bareAppend(path: string, line: string): void {
  const file = openSync(path, 'a');
  writeSync(file, `- ${line}\n`);
  fsyncSync(file);
  closeSync(file);
}
