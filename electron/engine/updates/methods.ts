import type { Handlers } from '../handlers.ts';
import type { UpdatesService } from './updates.ts';

export function updatesHandlers(updates: UpdatesService): Handlers<'updates'> {
  const done = <Given extends readonly unknown[]>(work: (...given: Given) => Promise<void> | void) => {
    return async (...given: Given) => {
      await work(...given);
      return {};
    };
  };
  return {
    'updates.read': updates.read,
    'updates.look': updates.look,
    'updates.download': done(updates.download),
    'updates.stop': done(updates.stop),
    'updates.install': done(updates.install),
    'updates.skip': done(({ version }: { readonly version: string }) => updates.skip(version)),
    'updates.seen': done(updates.seen),
  };
}
