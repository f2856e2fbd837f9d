/** From how much of a difference on the estimate can't be left to speak for itself. */
const tolerated = 0.25;

/** Whether the estimate is off by more than a quarter of what a real tokenizer counts. */
export function isFarOff(estimate: number, real: number): boolean {
  return real > 0 && Math.abs(real - estimate) / real > tolerated;
}
