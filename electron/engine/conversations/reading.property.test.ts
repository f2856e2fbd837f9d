import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import type { LinesFormat } from '#shared/conversations/formats/format.ts';
import { chatGptConversations } from '#shared/programs/chatgpt/program.ts';
import { claudeConversations } from '#shared/programs/claude-code/conversations.ts';
import { codexConversations } from '#shared/programs/codex/conversations.ts';
import { ownConversations } from '#shared/programs/contexture/program.ts';
import { geminiConversations } from '#shared/programs/gemini-cli/conversations.ts';
import { larAgentConversations } from '#shared/programs/laragent/program.ts';
import { openClawConversations } from '#shared/programs/openclaw/program.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { createMemoryFiles } from '#testing/memory-files.ts';
import { type LinesSource, linesItemsBefore, linesItemsFrom, readHeadAndTail, type Slice } from './read-lines.ts';

/** Lines of each program with text: `said` is the text, `n` makes the ids. */
const claudeLine = (type: string, said: string, n: number, others: object = {}) => ({
  type,
  uuid: `u${n}`,
  parentUuid: `u${n - 1}`,
  requestId: `r${n % 3}`,
  message: { id: `m${n % 3}`, role: type, content: [{ type: 'text', text: said }], usage: { output_tokens: n } },
  ...others,
});
const codexLine = (type: string, payload: object) => ({ timestamp: '2026-11-20T09:00:00Z', type, payload });

type Line = (said: string, n: number) => object;
const lines: Readonly<Record<string, { readonly format: LinesFormat; readonly saying: readonly Line[] }>> = {
  'Claude Code': {
    format: claudeConversations,
    saying: [
      (said, n) => claudeLine('user', said, n),
      (said, n) => claudeLine('assistant', said, n),
      (said, n) => claudeLine('assistant', said, n, { isApiErrorMessage: true, isSidechain: true }),
      (said, n) => claudeLine('user', said, n, { isMeta: true }),
      (said) => ({ type: 'queue-operation', operation: 'enqueue', content: said }),
      (said) => ({ type: 'attachment', attachment: { type: 'queued_command', prompt: said } }),
    ],
  },
  Codex: {
    format: codexConversations,
    saying: [
      (said) =>
        codexLine('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: said }] }),
      (said) =>
        codexLine('response_item', {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: said }],
        }),
      (said) => codexLine('event_msg', { type: 'user_message', message: said }),
      (said) => codexLine('event_msg', { type: 'agent_message', message: said }),
      (said) => codexLine('compacted', { message: said }),
    ],
  },
  OpenClaw: {
    format: openClawConversations,
    saying: [
      (said, n) => ({ type: 'message', id: `e${n}`, parentId: `e${n - 1}`, message: { role: 'user', content: said } }),
      (said, n) => ({ type: 'compaction', id: `e${n}`, summary: said, tokensBefore: n }),
    ],
  },
  'messages of Amplifier and of ours': {
    format: ownConversations,
    saying: [
      (said) => ({ role: 'user', content: said }),
      (said) => ({ role: 'assistant', content: [{ type: 'text', text: said }] }),
    ],
  },
};

/** Lines between them without text, or not of the program at all. */
const junk = fc.oneof(
  fc.constantFrom(
    '',
    '\r',
    'null',
    '[]',
    '{}',
    '"text"',
    '{"type":',
    '{"type":"user"}',
    '{"type":"assistant","message":7}',
    '{"type":"queue-operation","operation":"remove"}',
    '{"type":"queue-operation","operation":"dequeue"}',
    '{"type":"system","subtype":"compact_boundary","compactMetadata":[]}',
    '{"type":"response_item","payload":{"type":"message","role":"user","content":{"0":1}}}',
    '{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"output_tokens":-1}}}}',
    '{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":"many"}}',
    '{"type":"message","message":{"role":"toolResult","content":null}}',
    '{"role":"assistant","content":null,"tool_calls":[null,{}]}',
    '{"__proto__":{"role":"user"},"constructor":1}',
    '\ufeff{"role":7}',
  ),
  fc.json({ maxDepth: 3 }).map((json) => json.replaceAll('\n', ' ')),
);

const conversationOf = (saying: readonly Line[]) =>
  fc.record({
    parts: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.nat({ max: saying.length - 1 }).map((line) => ({ line, text: null })) },
        { weight: 1, arbitrary: junk.map((text) => ({ line: null, text })) },
      ),
      { maxLength: 60 },
    ),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    cut: fc.nat({ max: 40 }),
    limit: fc.integer({ min: 1, max: 9 }),
  });

function sourceOf(format: LinesFormat, text: string): LinesSource {
  const files = createMemoryFiles(createManualClock());
  files.outside.write('/talk.jsonl', text);
  const bytes = new TextEncoder().encode(text).length;
  const decodeText: LinesSource['decodeText'] = (part) => new TextDecoder().decode(part);
  return { files, path: '/talk.jsonl', bytes, format, decodeText, isAtRest: false };
}

async function readPages(source: LinesSource, limit: number) {
  const forward: Slice[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: Slice = await linesItemsFrom(source, from, limit);
    forward.push(page);
    from = page.after;
  }
  const back: Slice[] = [];
  for (let before: number | null = source.bytes; before !== null; ) {
    const page: Slice = await linesItemsBefore(source, before, limit);
    back.unshift(page);
    before = page.before;
  }
  return { forward, back };
}

const itemsOf = (pages: readonly Slice[]): readonly ConversationItem[] => pages.flatMap(({ items }) => items);
const odd = (pages: readonly Slice[]): number => pages.reduce((sum, one) => sum + one.odd.length, 0);

type Conversation = { readonly text: string; readonly said: readonly string[]; readonly limit: number };

/** Two lines in a row may have the same text. */
const conversation = ({ saying }: { readonly saying: readonly Line[] }): fc.Arbitrary<Conversation> =>
  conversationOf(saying).map(({ parts, lineEnd, cut, limit }) => {
    const texts = parts.map((_, n) => `said ${n - (n % 2)}.`);
    const all = parts.map(({ line, text }, n) =>
      line === null ? (text ?? '') : JSON.stringify(saying[line]?.(texts[n] ?? '', n)),
    );
    const whole = all.map((line) => line + lineEnd).join('');
    const text = whole.slice(0, whole.length - cut);
    const complete = parts.slice(0, text.split('\n').length - 1);
    return { text, limit, said: complete.flatMap(({ line }, n) => (line === null ? [] : (texts[n] ?? []))) };
  });

const isReadTheSame =
  (format: LinesFormat) =>
  async ({ text, limit }: Conversation) => {
    const { forward, back } = await readPages(sourceOf(format, text), limit);
    expect(itemsOf(back)).toEqual(itemsOf(forward));
    expect(odd(back)).toBe(odd(forward));
  };

describe.each(Object.entries(lines))('%s', (_, of) => {
  test('reads the same pages from either end, wherever it is cut', async () => {
    await fc.assert(fc.asyncProperty(conversation(of), isReadTheSame(of.format)), { numRuns: 300 });
  });

  test('has every message, in order', async () => {
    const holds = async ({ text, said, limit }: Conversation) => {
      const source = sourceOf(of.format, text);
      await readHeadAndTail(source);
      const items = itemsOf((await readPages(source, limit)).forward);
      expect(items.every(({ at }, index) => at > (items[index - 1]?.at ?? -1))).toBe(true);
      const shown = JSON.stringify(items);
      expect(said.filter((one) => !shown.includes(one))).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(conversation(of), holds), { numRuns: 100 });
  });
});

test.each(['Claude Code', 'Codex'])(
  '%s would read differently if the lines around a page were ignored',
  async (name) => {
    const of = lines[name];
    const property = fc.asyncProperty(
      conversation({ saying: of?.saying ?? [] }),
      isReadTheSame({ ...claudeConversations, ...of?.format, overlap: 0 }),
    );
    // Ends with the first difference, which for Codex is one of some hundred.
    expect((await fc.check(property, { numRuns: 10_000, endOnFailure: true })).failed).toBe(true);
  },
);

test('reading whole files never throws', () => {
  const nested = fc.json({ maxDepth: 6 });
  const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }));
  const node = fc.record({
    parent: fc.constantFrom('a', 'b', 'c', null),
    children: fc.array(fc.constantFrom('a', 'b', 'c')),
    message: fc.constant({ author: { role: 'user' }, content: { parts: ['said.'] } }),
  });
  const account = fc
    .array(
      fc.record({
        mapping: fc.oneof(mapping, fc.dictionary(fc.constantFrom('a', 'b', 'c'), node)),
        current_node: fc.constantFrom('a', 'z', 7),
      }),
    )
    .map((value) => JSON.stringify(value));
  const chat = fc
    .record({ sessionId: fc.constant('s'), messages: fc.array(fc.jsonValue({ maxDepth: 4 })) })
    .map((value) => JSON.stringify(value));
  const log = fc
    .array(fc.oneof(chat, nested, junk, fc.constantFrom('{"$rewindTo":"x"}', '{"$set":7}')))
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(fc.oneof(nested, account, chat, log), (text) => {
      for (const format of [geminiConversations, chatGptConversations, larAgentConversations]) {
        const value = parseJson(text);
        const list = Array.isArray(value) ? value : [value];
        const found = format.reads === 'list' ? list.flatMap((one) => format.readOne(one) ?? []) : format.read(text);
        for (const { items } of found ?? []) {
          expect(items.map(({ at }) => at)).toEqual(items.map((_, index) => index));
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('shows every node of an account’s tree once, however tangled', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const node = fc.record({ parent: fc.constantFrom(...ids, null), children: fc.array(fc.constantFrom(...ids)) });
  fc.assert(
    fc.property(fc.tuple(node, node, node, node), (nodes) => {
      const mapping = Object.fromEntries(
        nodes.map((one, index) => [
          ids[index],
          { ...one, message: { author: { role: 'user' }, content: { parts: [`said ${index}.`] } } },
        ]),
      );
      const conversation = chatGptConversations.readOne({ mapping });
      expect(conversation?.items.map(({ id }) => id).sort()).toEqual(ids);
    }),
  );
});
