import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { budgetOf } from '#shared/conversations/compaction/budget.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldProblem, SelectField, TextField } from '../../../ui/field.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { counted, countInWords, tokensInWords } from '../../../wording/counts.ts';
import type { ItemPage } from './item-window.ts';
import type { ConversationReading } from './reading.ts';
import type { CompactionRules } from './reading-state.ts';
import { asItHappened, type Sight, underRules } from './still-sees.ts';
import type { ConversationOutline } from './use-outline.ts';

const rules: readonly { readonly value: CompactionRules; readonly label: string }[] = [
  { value: 'happened', label: 'What it really sees' },
  { value: 'careful', label: 'What careful rules would leave' },
  { value: 'seed', label: 'What Amplifier’s rules would leave' },
];

/** Context window of a model, and the share for its answer. */
const windows = [
  { context_window: 32_000, max_output_tokens: 4_000 },
  { context_window: 128_000, max_output_tokens: 16_000 },
  { context_window: 200_000, max_output_tokens: 32_000 },
  { context_window: 1_000_000, max_output_tokens: 64_000 },
];
const own = 'own';

/** Longer conversations would have to be held whole. */
const maxBytes = 32 * 1024 * 1024;

type PanelProps = Readonly<{
  conversation: string;
  bytes: number;
  outline: ConversationOutline;
  reading: ConversationReading;
}>;

export function StillSeesPanel({ conversation, bytes, outline, reading }: PanelProps) {
  const { isOn, rule, window, number } = useStore(reading.store, (state) => state.asked);
  const provider = windows.find(({ context_window }) => String(context_window) === window);
  const budget = provider === undefined ? Number(number) : budgetOf(undefined, provider, 0);
  const isRequested = isOn && (rule === 'happened' || (budget > 0 && Number.isSafeInteger(budget)));
  const { sight, progress, problem } = useSight(conversation, bytes, outline, isRequested ? { rule, budget } : null);
  useEffect(() => reading.showModelView(sight), [reading, sight]);
  return (
    <section className="stack-2" aria-label="What it still sees">
      <h3 className="title">What it still sees</h3>
      {!isOn && (
        <p className="quiet">When a conversation grows long, the assistant sees only part of it. This shows which.</p>
      )}
      <div>
        <Button aria-pressed={isOn} onClick={() => reading.askSight({ isOn: !isOn })}>
          {isOn ? 'Show everything as usual' : 'Show what it still sees'}
        </Button>
      </div>
      {isOn && (
        <SelectField
          label="Shown as seen"
          value={rule}
          options={rules}
          onChange={(next) => reading.askSight({ rule: next })}
        />
      )}
      {isOn && rule !== 'happened' && (
        <SelectField
          label="Window of the model"
          value={window}
          options={[
            ...windows.map(({ context_window, max_output_tokens }) => ({
              value: String(context_window),
              label: `${tokensInWords(context_window)}, ${tokensInWords(max_output_tokens)} for the answer`,
            })),
            { value: own, label: 'A number of my own' },
          ]}
          onChange={(next) => reading.askSight({ window: next })}
        />
      )}
      {isOn && rule !== 'happened' && window === own && (
        <TextField
          label="Tokens for all messages"
          problem={isRequested ? null : 'Write a whole number.'}
          inputMode="numeric"
          value={number}
          onType={(text) => reading.askSight({ number: text })}
        />
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {progress && <ProgressLine label="Messages read" progress={progress} />}
      {isOn && sight && progress === null && <Totals sight={sight} />}
    </section>
  );
}

function Totals({ sight: { fates, before, after, budget } }: Readonly<{ sight: Sight }>) {
  const droppedCount = [...fates.values()].filter(({ what }) => what === 'dropped').length;
  const shortened = fates.size - droppedCount;
  return (
    <p className="quiet tabular" role="status">
      Sees about {countInWords(after)} of {tokensInWords(before)}
      {budget !== null && `, with room for ${tokensInWords(budget)}`}.{' '}
      {droppedCount === 0 && shortened === 0
        ? 'Nothing is left out.'
        : `It ${[
            droppedCount > 0 &&
              `${budget === null ? 'no longer sees' : 'would not see'} ${counted(droppedCount, 'message', 'messages')}`,
            shortened > 0 &&
              (budget === null
                ? `sees only a part of ${counted(shortened, 'message', 'messages')}`
                : `would see ${counted(shortened, 'result', 'results')} shortened`),
          ]
            .filter(Boolean)
            .join(' and ')}.`}
      {budget !== null && after > budget && ' That is still more than fits.'}
    </p>
  );
}

type CompactionRequest = { readonly rule: CompactionRules; readonly budget: number };
type Progress = { readonly done: number; readonly total: number };

function useSight(
  conversation: string,
  bytes: number,
  outline: ConversationOutline,
  request: CompactionRequest | null,
) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const rule = request?.rule ?? null;
  const budget = request?.budget ?? 0;
  // Before its end is known it would be read again with each part of the outline.
  const needsAll = rule !== null && rule !== 'happened' && outline.isWhole;
  const isTooLong = bytes > maxBytes;
  const end = outline.items.at(-1)?.at ?? 0;
  const count = outline.items.length;
  // Read again when the conversation has grown.
  const reason = needsAll && !isTooLong ? JSON.stringify([conversation, end]) : null;
  const { answer: items, problem } = useAsked(reason, ({ onStart }) => {
    let isOver = false;
    onStart?.(() => {
      isOver = true;
    });
    return readAll(conversation, (done) => {
      if (!isOver) {
        setProgress({ done: Math.min(done, count), total: count });
      }
      return isOver;
    }).finally(() => isOver || setProgress(null));
  });
  const sight = useMemo(() => {
    if (rule === null || !outline.isWhole) {
      return null;
    }
    return rule === 'happened' ? asItHappened(outline.items) : items && underRules(items, outline.items, rule, budget);
  }, [rule, budget, outline, items]);
  const tooLong = { message: 'It is too long for that: only what happened to it can be shown.' };
  return { sight, progress, problem: needsAll && isTooLong ? tooLong : problem };
}

/** @param tell how many items it has; says whether to stop */
async function readAll(id: string, tell: (done: number) => boolean): Promise<readonly ItemPage['items'][number][]> {
  const items: ItemPage['items'][number][] = [];
  for (let from: number | null = 0; from !== null && !tell(items.length); ) {
    const page: ItemPage = await call('conversations.page', { id, from, direction: 'forward', limit: 200 });
    items.push(...page.items);
    from = page.after;
  }
  return items;
}
