import { Popover } from '@base-ui/react/popover';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { estimateOfWords } from '#shared/entries/token-estimate.ts';
import { howMuchIsRead } from '#shared/wording/loaded.ts';
import { archivedFirst } from '#shared/wording/rules.ts';
import { useRealCounts } from '../../entries/measure/real-counts.ts';
import { changeLimit, offerMeasure } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { countInWords, entriesInWords, shareInWords, tokensInWords } from '../../wording/counts.ts';
import { segmentLabels } from '../../wording/names.ts';
import segmentTableStyles from './segment-table.module.css';

export type MeasureExplainedProps = Readonly<{
  summary: ContextSummary;
  nextCount: number;
  /** True if the bar shows which entries would leave next. */
  hatched?: boolean;
  unconfirmed?: number;
}>;

export function MeasureExplained({ summary, nextCount, hatched = false, unconfirmed = 0 }: MeasureExplainedProps) {
  const { total, limit, measure, leftOut } = summary.tokens;
  const { assistant, budget, sections, advice } = summary.capabilities;
  const hasBudget = budget !== null;
  return (
    <>
      <Popover.Description render={<div />}>
        {summary.loaded && <p>{howMuchIsRead(summary.capabilities)}</p>}
        {hasBudget && (
          <p>
            {countInWords(total)} of {amountInWords(limit, measure)}, {shareInWords(total, limit)}.
          </p>
        )}
        <MeasureText summary={summary} />
        {leftOut !== null && leftOut.entries > 0 && (
          <p>
            {entriesInWords(leftOut.entries)} about others, {amountInWords(leftOut.tokens, measure)}, are not counted:
            your assistant recalls them by name.
          </p>
        )}
        {advice !== null && <p>{advice}</p>}
        {unconfirmed > 0 && (
          <p>
            {shareInWords(unconfirmed, total)} of this is unconfirmed: {tokensInWords(unconfirmed)} of entries that
            aren’t certain.
          </p>
        )}
        {hasBudget && !sections && <p>Nothing is archived automatically.</p>}
        {hasBudget && sections && summary.entryCount > 0 && (
          <p>
            {nextCount > 0
              ? `When space is needed, ${archivedFirst}.`
              : 'Nothing would be archived automatically: only insights and patterns are, and none of them may.'}
            {hatched && ' Striped entries are archived next.'}
          </p>
        )}
        {hasBudget && total > limit && (
          <p>
            {assistant === null
              ? 'Over the limit your assistant may not read all of it.'
              : `Over the limit ${assistant} may not read all of it, or add to it.`}
          </p>
        )}
        {hasBudget && assistant === null && (
          <p>
            <Popover.Close render={<Button look="link" />} onClick={() => changeLimit()}>
              Change the limit
            </Popover.Close>
          </p>
        )}
      </Popover.Description>
      {hasBudget && sections && total > 0 && <SegmentTable summary={summary} />}
    </>
  );
}

function MeasureText({ summary }: Readonly<{ summary: ContextSummary }>) {
  switch (summary.tokens.measure) {
    case 'characters':
      return (
        <p>
          {summary.capabilities.assistant ?? 'Your assistant'} counts the characters of the whole file, with what parts
          one entry from the next.
        </p>
      );
    case 'count':
      return <ExactCount summary={summary} />;
    case 'estimate':
      return <Estimate summary={summary} />;
  }
}

const whatTokensAre = 'Assistants count what they read in tokens: a short word is one, a longer one several.';

function ExactCount({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { words, total } = summary.tokens;
  return (
    <p>
      {whatTokensAre} {tokensInWords(total)} is the exact count, by the tokenizer of GPT models. You chose it as the
      measure, so it decides what is archived. The estimate, {countInWords(words)} words × 1.3, would be{' '}
      {countInWords(estimateOfWords(words))}.
    </p>
  );
}

function Estimate({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { weight: words, total, limit, problem } = summary.tokens;
  const real = useRealCounts((state) => state.counts);
  const hasBudget = summary.capabilities.budget !== null;
  return (
    <>
      {problem !== null && <p>{problem}</p>}
      <p>
        {whatTokensAre} {countInWords(words)} words × 1.3 = {tokensInWords(total)}.
        {hasBudget && ' The same rule decides what is archived.'}
      </p>
      <p>
        It is a rule of thumb, good for English prose. Languages written without spaces, long numbers and code cost more
        than it says.
      </p>
      {real && (
        <p>
          The tokenizer of GPT models counts {tokensInWords(real.total)}
          {hasBudget && real.total > limit && ', more than the limit'}.
          {hasBudget && ' The limit goes by the estimate, unless you choose that count for it.'}
        </p>
      )}
      {real && hasBudget && summary.writable && (
        <p>
          <Popover.Close render={<Button look="link" />} onClick={() => offerMeasure('count')}>
            Use the exact count…
          </Popover.Close>
        </p>
      )}
    </>
  );
}

function SegmentTable({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { segments, total } = summary.tokens;
  const real = useRealCounts((state) => state.counts);
  return (
    <table className={segmentTableStyles['table']}>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Tokens</th>
          <th scope="col">Share</th>
          {real && <th scope="col">Exact</th>}
        </tr>
      </thead>
      <tbody>
        {segments
          .filter((segment) => segment.tokens > 0)
          .map(({ name, tokens }) => (
            <tr key={name}>
              <th scope="row">
                <span className={segmentTableStyles['swatch']} data-segment={name} aria-hidden />
                {segmentLabels[name]}
              </th>
              <td>{countInWords(tokens)}</td>
              <td>{shareInWords(tokens, total)}</td>
              {real && <td>{countInWords(real.segments.get(name) ?? 0)}</td>}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
