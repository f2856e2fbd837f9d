import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '#engine/engine.ts';
import { createNodePorts } from '#node/ports.ts';
import { readAllConversations } from '#shared/contract/reading/whole-conversation.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const sessions = sized(1000, 25);
const projects = 20;
/** Bytes read at either end. */
const partBytes = 64 * 1024;
const headLines = 40;
const tailLines = 20;

export const conversations: Row = {
  name: 'conversations',
  what: `the list of ${sessions} conversations, with titles, projects and marks`,
  against: 'reading and parsing their first and last lines',
  minutes: 0.5,
  run: async (bench) => {
    const home = bench.folder();
    const folder = join(home, '.claude', 'projects');
    const bytes = writeSessions(folder);
    bench.progress(`${Math.round(bytes / 1024 / 1024)} MB written`);
    const client = openClient(bench, home);
    await client.call('conversations.approve', { place: 'claude', approved: true });
    let listed = 0;
    let parsed = 0;
    const times = await takeTurns({
      ours: () =>
        timed(async () => {
          listed = (await readAllConversations(client)).filter(({ title }) => title?.startsWith('Question')).length;
        }),
      bare: () =>
        timed(() => {
          parsed = readEnds(folder);
        }),
    });
    return {
      arms: [
        { name: 'the list, page by page', unit: 'ms', values: times.ours },
        { name: 'heads and tails', unit: 'ms', values: times.bare },
      ],
      targets: [{ what: 'list / heads and tails', measured: ratioOf(times.ours, times.bare), unit: '×', atMost: 3 }],
      notes: [
        `${listed} with their titles, ${Math.round(bytes / 1024 / 1024)} MB; ${parsed} lines were parsed at the ends.`,
      ],
    };
  },
};

function openClient(bench: Bench, homeFolder: string) {
  const ports = createNodePorts({
    dataFolder: join(bench.folder(), 'data'),
    sampleFolder: homeFolder,
    version: '0.0.0',
    homeFolder,
    environment: {},
  });
  const engine = createEngine(ports, { personLooks: false, personApproves: false });
  const connection = createInProcessConnection();
  createHost(engine, connection.host, { caller: 'bench' });
  bench.afterwards(async () => {
    await engine.close();
    await ports.close();
  });
  return createClient(connection.client, () => undefined);
}

/** Writes sessions of 100 turns as Claude Code does. @returns their bytes */
function writeSessions(folder: string): number {
  let bytes = 0;
  for (let session = 0; session < sessions; session++) {
    const project = join(folder, `-home-me-${session % projects}`);
    mkdirSync(project, { recursive: true });
    const lines: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      const common = {
        sessionId: `${session}`,
        cwd: `/home/me/${session % projects}`,
        timestamp: '2026-11-20T09:00:00Z',
      };
      const user = { role: 'user', content: `Question ${session} ${turn} ${'of some length '.repeat(10)}` };
      const content = [{ type: 'text', text: `Answer ${'with what there is to say '.repeat(40)}` }];
      const reply = { id: `m${turn}`, role: 'assistant', content, usage: { input_tokens: 1, output_tokens: 2 } };
      lines.push(JSON.stringify({ type: 'user', uuid: `u${turn}`, ...common, message: user }));
      lines.push(JSON.stringify({ type: 'assistant', uuid: `a${turn}`, ...common, message: reply }));
    }
    const text = `${lines.join('\n')}\n`;
    bytes += text.length;
    writeFileSync(join(project, `${session}.jsonl`), text);
  }
  return bytes;
}

/** @returns number of parsed lines */
function readEnds(folder: string): number {
  let count = 0;
  const buffer = Buffer.alloc(partBytes);
  for (const project of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, project))) {
      const path = join(folder, project, name);
      const { size } = statSync(path);
      const file = openSync(path, 'r');
      const head = buffer.toString('utf8', 0, readSync(file, buffer, 0, partBytes, 0));
      const tail = buffer.toString('utf8', 0, readSync(file, buffer, 0, partBytes, Math.max(0, size - partBytes)));
      closeSync(file);
      const lines = [...head.split('\n').slice(0, headLines), ...tail.trimEnd().split('\n').slice(-tailLines)];
      count += lines.map((line) => JSON.parse(line) as unknown).length;
    }
  }
  return count;
}
