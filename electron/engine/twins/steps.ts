import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { type EntryRef, refOf, sameRef } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { operationsStep } from '../memory/steps.ts';
import { countOf, quoted } from '../steps/labels.ts';
import type { Rules } from '../steps/rules.ts';
import type { ComputeStep } from '../steps/step.ts';

type Answer =
  | { readonly choice: 'keep'; readonly entry: EntryRef }
  | { readonly choice: 'merge'; readonly entry: EntryRef; readonly value: string };

/** Keeps one of several twins, with a text for all if they are merged, and deletes the others. @throws `not_found` */
export function settleStep(twins: readonly ParsedEntry[], answer: Answer, rules: Rules): ComputeStep {
  const keptEntry = twins.find((entry) => sameRef(entry, answer.entry));
  if (!keptEntry) {
    throw new ContextureError('not_found', 'That is none of these entries. Nothing was changed.');
  }
  const others = twins.filter((entry) => entry !== keptEntry);
  const operations: Operation[] = [
    ...(answer.choice === 'merge' && answer.value !== keptEntry.value
      ? [{ op: 'edit', entry: refOf(keptEntry), value: answer.value } as const]
      : []),
    ...others.map((entry) => ({ op: 'delete', entry: refOf(entry) }) as const),
  ];
  const name = quoted(keptEntry.key ?? keptEntry.value);
  const label =
    answer.choice === 'merge'
      ? `Merged ${countOf(twins.length)} into ${name}`
      : `Kept ${name} of ${countOf(twins.length)}`;
  return async (input) => ({ ...(await operationsStep(operations, rules)(input)), label });
}
