import type { CallContext } from '#shared/contract/wire/service.ts';

/** How far long work is, and whether anyone still wants it. */
export type Work = Pick<CallContext, 'progress' | 'cancelled'>;
export const quietly: Work = { progress: () => undefined, cancelled: () => false };
