import { create } from 'zustand';
import {
  characterMeasure,
  countedPieces,
  countingMeasure,
  estimate,
  type MeasureName,
  type TextMeasure,
} from '#shared/entries/measure.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { whenConnected } from '../../api/connection.ts';

/** The tokenizer runs beside the page: texts it has not counted yet are estimated, and the measure changes once they are. */

const tokensOfPiece = new Map<string, number>();
/** More texts than any memory has, edited many times. */
const maxKnown = 200_000;
const requested = new Set<string>();

const provisional = (piece: string): number => {
  const tokens = tokensOfPiece.get(piece);
  if (tokens !== undefined) {
    return tokens;
  }
  if (requested.size === 0) {
    queueMicrotask(() => void answerAsked());
  }
  requested.add(piece);
  return estimateOfWords(countWords(piece));
};

const useCounted = create<{ readonly measure: TextMeasure }>(() => ({ measure: countingMeasure(provisional) }));

async function answerAsked(): Promise<void> {
  const pieces = [...requested];
  requested.clear();
  try {
    await count(pieces);
    useCounted.setState({ measure: countingMeasure(provisional) });
  } catch {
    // The estimate is used until something else is typed.
  }
}

async function count(pieces: readonly string[]): Promise<void> {
  const unknown = [...new Set(pieces)].filter((piece) => !tokensOfPiece.has(piece));
  if (unknown.length === 0) {
    return;
  }
  const tokens = await countTokens(unknown);
  if (tokensOfPiece.size > maxKnown) {
    tokensOfPiece.clear();
  }
  for (const [index, piece] of unknown.entries()) {
    tokensOfPiece.set(piece, tokens[index] ?? 0);
  }
}

/** Token measure with every one of some texts counted. Rejects if nothing can be counted. */
export async function countedMeasure(texts: readonly string[]): Promise<TextMeasure> {
  await count(texts.flatMap(countedPieces));
  return countingMeasure(provisional);
}

const characters = characterMeasure(0);

const measureNow = (name: MeasureName, counted: TextMeasure): TextMeasure =>
  ({ count: counted, estimate, characters })[name];

/** Measure for texts that are being typed. */
export function useTextMeasure(name: MeasureName): TextMeasure {
  return measureNow(
    name,
    useCounted(({ measure }) => measure),
  );
}

export const textMeasure = (name: MeasureName): TextMeasure => measureNow(name, useCounted.getState().measure);

export const onCounted = (listener: () => void): (() => void) => useCounted.subscribe(listener);

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve: (counts: number[]) => void; reject: (error: Error) => void }>();

/** Tokens of each text by a real tokenizer (o200k, used by GPT models). Loaded with the first call. */
async function countTokens(texts: readonly string[]): Promise<number[]> {
  await whenConnected();
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
