import type { Line } from '../../text/lines.ts';

/** The lines of a text, and where it begins after a byte order mark. */
export type Lines = { readonly text: string; readonly lines: readonly Line[]; readonly start: number };
