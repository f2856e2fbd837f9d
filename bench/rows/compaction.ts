import type { Preset } from '#shared/conversations/compaction/compaction.ts';
import { compactedView } from '#shared/conversations/compaction/view.ts';
import { type Message, weighedText } from '#shared/conversations/message.ts';
import { estimate } from '#shared/entries/measure.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const count = sized(100_000, 100);

export const compaction: Row = {
  name: 'compaction',
  what: 'what a model still sees of 100,000 messages',
  against: 'one pass that counts their words',
  minutes: 0.5,
  run: async (bench) => {
    const messages = conversation();
    const total = words(messages);
    bench.progress(`${total} words`);
    let left = 0;
    // First half of the conversation has to go, then nearly all of it.
    const view = (preset: Preset, part: number) => () =>
      timed(() => {
        const budget = { tokens: Math.round(estimate.tokensOf(total) * part), threshold: 0.92 };
        left = compactedView(messages, budget, preset, estimate).after;
      });
    const times = await takeTurns({
      seed: view('seed', 0.5),
      half: view('careful', 0.5),
      most: view('careful', 0.01),
      pass: () => timed(() => words(messages)),
    });
    const arms = [
      ['by the seed’s rules', times.seed],
      ['carefully, to a half', times.half],
      ['carefully, to a hundredth', times.most],
    ] as const;
    return {
      arms: [
        ...arms.map(([name, values]) => ({ name, unit: 'ms' as const, values })),
        { name: 'one pass', unit: 'ms', values: times.pass },
      ],
      targets: arms.map(([what, values]) => ({
        what: `${what} / one pass`,
        measured: ratioOf(values, times.pass),
        unit: '×' as const,
        atMost: 5,
      })),
      notes: [`${count} messages, ${total} words; ${left} tokens are left at last.`],
    };
  },
};

const words = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + estimate.ofText(weighedText(message)), 0);

/** Turns as in agent programs: a question, four tool calls with their results, an answer. */
function conversation(): Message[] {
  return Array.from({ length: count }, (_, index): Message => {
    const turn = Math.floor(index / 10);
    const step = index % 10;
    if (step === 0) {
      return { role: 'user', content: `Question ${turn}: ${'what does this part do and why '.repeat(3)}` };
    }
    if (step === 9) {
      return { role: 'assistant', content: `Answer ${turn}: ${'it does this because of that '.repeat(20)}` };
    }
    const id = `call_${turn}_${Math.ceil(step / 2)}`;
    return step % 2 === 1
      ? {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id, name: 'read', arguments: { path: `src/${turn}.ts` } }],
        }
      : { role: 'tool', tool_call_id: id, content: `line ${index} of the file `.repeat(60) };
  });
}
