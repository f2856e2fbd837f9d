import { Option } from 'commander';
import { loadTokenizer } from '#node/tokenizer.ts';
import { budgetOf, usualThreshold } from '#shared/conversations/compaction/budget.ts';
import { type Preset, presets, type Verdict } from '#shared/conversations/compaction/compaction.ts';
import { compactedView, type View } from '#shared/conversations/compaction/view.ts';
import { type Message, textOfContent } from '#shared/conversations/message.ts';
import { readMessages } from '#shared/conversations/read-messages.ts';
import { countingMeasure, estimate, type TokenMeasure, tokenMeasures } from '#shared/entries/measure.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted, countInWords } from '#shared/text/counts.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { asNumber, type Call, type CommandRecord } from '../command.ts';
import { readNamed } from '../read-file.ts';

type ViewOptions = {
  readonly preset: Preset;
  readonly budget?: number;
  readonly contextWindow?: number;
  readonly maxOutput: number;
  readonly threshold: number;
  readonly measure: TokenMeasure;
};

const usualBudget = 200_000;

const asTokens = asNumber('Tokens are a whole number.', (text) => /^\d{1,12}$/.test(text));
const asPart = asNumber('A part is a number over 0, up to 1.', (text) => Number(text) > 0 && Number(text) <= 1);

export const viewMessages: CommandRecord = {
  name: 'view',
  scope: 'files',
  about: 'Show what a model sees of a list of messages under a budget, and what is left out and why.',
  arguments: [['<file>', 'a JSON array of messages, or one on each line; - for standard input']],
  options: [
    new Option('--preset <preset>', 'the rules').choices([...presets]).default('careful'),
    ['--budget <tokens>', `how many tokens they may have (default: ${usualBudget})`, asTokens],
    ['--context-window <tokens>', 'instead of a budget: what the model takes in, its answer included', asTokens],
    ['--max-output <tokens>', 'how much of that its answer may take', asTokens, 0],
    ['--threshold <part>', 'part of the budget from which messages are left out', asPart, usualThreshold],
    new Option('--measure <measure>', 'how tokens are counted').choices([...tokenMeasures]).default('estimate'),
  ],
  examples: ['conversations view messages.jsonl --budget 100000', 'conversations view - --preset seed --json'],
  async run({ options, runtime }: Call<ViewOptions>, file: string) {
    const read = readMessages(await readNamed(file, runtime));
    const messages = read.flatMap((line) => ('message' in line ? line.message : []));
    const { preset, threshold, contextWindow, maxOutput } = options;
    const provider = contextWindow && { context_window: contextWindow, max_output_tokens: maxOutput };
    const tokens = budgetOf(options.budget, provider || undefined, usualBudget);
    const measure = options.measure === 'count' ? countingMeasure(await loadTokenizer()) : estimate;
    const view = compactedView(messages, { tokens, threshold }, preset, measure);
    const left = read.length - messages.length;
    if (left > 0) {
      const lines = counted(left, 'line isn’t a message and is', 'lines aren’t messages and are');
      runtime.writeError(`${lines} not counted.\n`);
    }
    const lines = [...messages.map((message, index) => line(message, index, view)), ...sums(view, tokens)];
    return { json: inShort(view), lines };
  },
};

/** Summarises a view by the indexes of messages; a shortened one counts as kept. */
function inShort({ verdicts, before, after, fits, orphans }: View) {
  const indexesOf = (what: Verdict['what']) =>
    verdicts.flatMap((verdict, index) => (verdict.what === what ? [{ index, reason: verdict.why }] : []));
  const kept = verdicts.flatMap(({ what }, index) => (what === 'dropped' ? [] : [index]));
  return { kept, dropped: indexesOf('dropped'), shortened: indexesOf('shortened'), orphans, before, after, fits };
}

const words: Readonly<Record<Verdict['why'], string>> = {
  fits: 'kept',
  system: 'kept: instructions',
  recent: 'kept: one of the last ten',
  human: 'kept: the first or last you said',
  tool_group: 'kept: belongs to one that is kept',
  old_result: 'shortened: an old result',
  old: 'left out: old',
  repeated: 'left out: said before',
};

function line(message: Message, index: number, { verdicts }: View): string {
  const verdict = verdicts[index];
  const text = cutTo(oneLine(textOfContent(message['content'])), 60);
  return `${String(index).padStart(5)}  ${(verdict ? words[verdict.why] : '').padEnd(34)} ${oneLine(message.role)}: ${text}`;
}

const sums = ({ before, after, fits, orphans }: View, tokens: number): readonly string[] => [
  '',
  `${countInWords(after)} of ${countInWords(before)} tokens are left, of ${countInWords(tokens)} there may be.`,
  ...(fits ? [] : ['That is still too much: what is left is never left out by these rules.']),
  ...(orphans.length === 0
    ? []
    : [`${counted(orphans.length, 'result stands', 'results stand')} without the call: ${orphans.join(', ')}.`]),
];
