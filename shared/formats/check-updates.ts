import type { z } from 'zod';
import { type ContextUpdate, contextUpdateSchema } from '../contract/changes.ts';
import { ContextureError, toContextureError } from '../contract/errors.ts';
import { checkSource } from './check-text.ts';

/** Update as an assistant sends it: the source may be left out. */
const givenUpdateSchema = contextUpdateSchema.extend({ source: contextUpdateSchema.shape.source.optional() });

type Text = Pick<ContextUpdate, 'key' | 'value'>;

/** Makes a format's check of updates, which throws `updates_invalid` for all. @param checkText throws for a bad one */
export const checkingUpdates =
  (checkText: (text: Text) => Text, unknownSource: string) =>
  (updates: readonly unknown[], assistant: string = unknownSource): ContextUpdate[] => {
    const items: { index: number; code: string; message: string }[] = [];
    const good: ContextUpdate[] = [];
    for (const [index, update] of updates.entries()) {
      const parsed = givenUpdateSchema.safeParse(update, { reportInput: true });
      if (!parsed.success) {
        items.push({ index, code: 'invalid_request', message: parsed.error.issues.map(saysWhatIsWrong).join(' ') });
        continue;
      }
      try {
        const { category, confidence, source = assistant } = parsed.data;
        good.push({ category, ...checkText(parsed.data), confidence, source: checkSource(source) });
      } catch (error) {
        const { code, message } = toContextureError(error);
        items.push({ index, code, message });
      }
    }
    if (items.length > 0) {
      const first = items[0];
      throw new ContextureError(
        'updates_invalid',
        `${items.length === 1 ? 'One update is' : `${items.length} updates are`} not valid, so none was applied. Update ${(first?.index ?? 0) + 1}: ${first?.message ?? ''}`,
        { items: items.slice(0, 100) },
      );
    }
    return good;
  };

function saysWhatIsWrong(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'The update' : `“${issue.path.join('.')}”`;
  switch (issue.code) {
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${issue.expected === 'string' ? 'text' : `an ${issue.expected}`}.`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `“${key}”`).join(', ')} is not known here.`;
    default:
      return `${field}: ${issue.message}.`;
  }
}
