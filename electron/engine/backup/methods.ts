import type { Result } from '#shared/contract/contract.ts';
import type { Handlers } from '../handlers.ts';
import { compareShared, partOf, previewMemory, usualPlace } from './compare.ts';
import { type BackupNeeds, createBackup } from './create-backup.ts';
import { withBackup } from './open-backup.ts';
import { type RestoreNeeds, restoreBackup } from './restore.ts';
import { aloneWithBackups } from './restore-notes.ts';
import type { WeeklyBackups } from './weekly.ts';

type Needs = BackupNeeds & RestoreNeeds & { readonly weekly: Pick<WeeklyBackups, 'state' | 'set' | 'tellState'> };

export function backupHandlers(needs: Needs): Handlers<'backup'> {
  const { ports, weekly } = needs;
  return {
    'backup.create': (request, token) => aloneWithBackups(ports, () => createBackup(needs, request, token)),
    'backup.read': ({ places, ...at }, token) =>
      withBackup(ports, at, async (backup) => {
        const { manifest, isEncrypted } = backup;
        await backup.verify(token);
        const memories: Result<'backup.read'>['memories'] = [];
        for (const [number, memory] of manifest.memories.entries()) {
          const to = places.find((place) => place.memory === number)?.to ?? usualPlace(ports, manifest, memory);
          memories.push(await previewMemory(ports, manifest, { memory, number, to }));
        }
        const { createdAt, app, connections, leftOut } = manifest;
        const shared = partOf(await compareShared(ports, manifest));
        return { createdAt, app, isEncrypted, memories, shared, connections, leftOut };
      }),
    'backup.restore': (params, token) => restoreBackup(needs, params, token).finally(weekly.tellState),
    'backup.state': () => weekly.state(),
    'backup.setWeekly': ({ weekly: wanted }) => weekly.set(wanted),
  };
}
