let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve: (counts: number[]) => void; reject: (error: Error) => void }>();

/** The tokens of each text as a real tokenizer counts them (o200k, which GPT models use). Loaded with the first call. */
export function countTokens(texts: readonly string[]): Promise<number[]> {
  worker ??= begin();
  const id = ++lastId;
  const answer = new Promise<number[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, texts });
  return answer;
}

function begin(): Worker {
  const begun = new Worker(new URL('./token-worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<{ id: number; counts: number[] }>) => {
    waiting.get(data.id)?.resolve(data.counts);
    waiting.delete(data.id);
  });
  begun.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(event.message || 'The tokenizer could not be loaded.'));
    }
    waiting.clear();
    worker = null;
  });
  return begun;
}
