import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Counts the tokens of texts, away from the page: asked with a list, it answers with as many numbers. */
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; texts: readonly string[] }>) => {
  // What looks like one of the model's own marks is text here.
  const counts = data.texts.map((text) => countTokens(text, { disallowedSpecial: new Set<string>() }));
  self.postMessage({ id: data.id, counts });
});
