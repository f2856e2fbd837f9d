import { createHash } from 'node:crypto';
import { perObject } from '#shared/text/per-object.ts';

/**
 * SHA-256 as 64 hexadecimal digits. The same bytes are hashed once: a save asks for that of a new version where it is
 * compared, where it is written and where it is kept. So nobody may write into bytes that have been hashed.
 */
export const sha256: (bytes: Uint8Array) => string = perObject((bytes) =>
  createHash('sha256').update(bytes).digest('hex'),
);
