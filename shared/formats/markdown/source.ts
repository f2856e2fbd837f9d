import type { Line } from '../../text/lines.ts';

/** Lines of a text, and its start after a byte order mark. */
export type Lines = { readonly text: string; readonly lines: readonly Line[]; readonly start: number };
