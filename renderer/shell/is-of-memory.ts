import type { ViewId } from '#shared/views.ts';

/** Views that are about more than the memory that is open. */
const wider: readonly ViewId[] = ['home', 'conversations', 'connections'];

/** Whether a view shows the memory that is open, or what stands beside it. */
export const isOfMemory = ({ id }: { readonly id: ViewId }): boolean => !wider.includes(id);
