import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random } from '#testing/faults/random.ts';

type Asked = {
  readonly conversations: number;
  readonly megabytes: number;
  readonly seed: number;
  readonly project?: string;
};

/** Writes transcripts of Claude Code below a home folder, with words as frequent as in a natural language. */
export function writeConversations(home: string, { conversations, megabytes, seed, project = 'app' }: Asked) {
  const random = createRandom(seed);
  const words = Array.from({ length: 30_000 }, () => randomWord(random));
  const text = (count: number): string => {
    const said = Array.from({ length: count }, () => words[Math.floor(30_000 ** (random.below(10_000) / 10_000)) - 1]);
    return said.join(' ');
  };
  const folder = join(home, '.claude', 'projects', `-code-${project}`);
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (let number = 0; number < conversations; number++) {
    const lines: string[] = [];
    for (let bytes = 0, turn = 0; bytes < (megabytes * 1e6) / conversations; turn++) {
      const timestamp = new Date(Date.UTC(2026, 9, 1) + number * 60_000 + turn * 1_000).toISOString();
      const written = turnOf({ timestamp, cwd: `/code/${project}` }, `${number}-${turn}`, text);
      lines.push(...written);
      bytes += written.reduce((sum, line) => sum + line.length, 0);
    }
    const path = join(folder, `session-${number}.jsonl`);
    writeFileSync(path, lines.join(''));
    paths.push(path);
  }
  return { paths, words };
}

/** Lines of a turn: the person's question, the assistant's answer and call, and the tool's result. */
function turnOf(common: object, id: string, text: (count: number) => string): string[] {
  const call = { type: 'tool_use', id, name: 'Read', input: { file_path: `/code/${text(1)}.ts` } };
  const reply = {
    id: `m${id}`,
    role: 'assistant',
    model: 'some-model',
    content: [{ type: 'text', text: text(90) }, call],
  };
  const result = { type: 'tool_result', tool_use_id: id, content: text(250) };
  const records = [
    { type: 'user', uuid: `u${id}`, message: { role: 'user', content: text(40) } },
    {
      type: 'assistant',
      uuid: `a${id}`,
      requestId: id,
      message: { ...reply, usage: { input_tokens: 9, output_tokens: 9 } },
    },
    { type: 'user', uuid: `t${id}`, message: { role: 'user', content: [result] } },
  ];
  return records.map((record) => `${JSON.stringify({ ...common, ...record })}\n`);
}

function randomWord(random: Random): string {
  const letters = 'eeeeetttaaaooiinnsshhrrddllucmfwygpbvk';
  return Array.from({ length: 2 + random.below(9) }, () => letters[random.below(letters.length)]).join('');
}
