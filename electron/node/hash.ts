import { createHash } from 'node:crypto';
import { perObject } from '#shared/text/per-object.ts';

/**
 * SHA-256 as 64 hexadecimal digits. The same bytes are hashed once, because a save needs the hash of a new version to
 * compare, write and keep it. Never write into bytes that have been hashed.
 */
export const sha256: (bytes: Uint8Array) => string = perObject((bytes) =>
  createHash('sha256').update(bytes).digest('hex'),
);
