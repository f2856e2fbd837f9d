import { ContextureError } from '#shared/contract/errors.ts';
import { readKey } from '#shared/formats/context/entry-text.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cleanValue } from '#shared/text/clean-value.ts';

/** Characters of one line: several pages, and far more than a line is for. */
export const longestContent = 8000;

const lineNumber = /^\s*\d+--(?:\s|$)/;

export type Content = { readonly key: string | null; readonly value: string };

/**
 * What an assistant wants a line to say: `key: value` or prose, by the format's own rule.
 * @throws `value_invalid` for what is no text, or begins with a line number
 */
export function readContent(content: string): Content {
  const text = cleanValue(content);
  if (text === '') {
    throw new ContextureError('value_invalid', 'The content is empty. To remove a line, use delete_context.');
  }
  if (lineNumber.test(text)) {
    const message = `“${oneLine(text.slice(0, 40))}” begins like a line number. Leave the number out: the content is what stands after it.`;
    throw new ContextureError('value_invalid', message);
  }
  const found = readKey(text);
  return found === null ? { key: null, value: text } : { key: found.key, value: cleanValue(text.slice(found.valueAt)) };
}
