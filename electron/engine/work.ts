import type { Progress } from '#shared/contract/wire/protocol.ts';

/** How far long work is, and whether anyone still wants it. */
export type Work = {
  readonly progress: (progress: Progress) => void;
  readonly cancelled: () => boolean;
};
export const quietly: Work = { progress: () => undefined, cancelled: () => false };
