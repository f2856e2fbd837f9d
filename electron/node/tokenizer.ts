/**
 * Loads a real tokenizer: o200k, that of GPT models. Two megabytes that only those load who count by it.
 * @returns how many tokens a text has; what looks like one of the model's own marks is text
 */
export async function loadTokenizer(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, asText);
}
