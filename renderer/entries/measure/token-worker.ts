import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Counts the tokens of texts, away from the page: it answers a list of texts with as many numbers. */
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; texts: readonly string[] }>) => {
  // The model's own marks are ordinary text here.
  const counts = data.texts.map((text) => countTokens(text, { disallowedSpecial: new Set<string>() }));
  self.postMessage({ id: data.id, counts });
});
