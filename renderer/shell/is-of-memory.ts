import type { ViewId } from '#shared/views.ts';

/** Views that concern more than the open memory. */
const wider: readonly ViewId[] = ['home', 'conversations', 'connections'];

/** True if a view shows the open memory, or something beside it. */
export const isOfMemory = ({ id }: { readonly id: ViewId }): boolean => !wider.includes(id);
