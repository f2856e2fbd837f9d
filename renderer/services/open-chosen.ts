import { openWorkspace } from '../api/app-store.ts';
import { call } from '../api/connection.ts';

/** Opens what the person chooses in the system's own dialog; nothing if they choose nothing. */
export async function openChosen(kind: 'file' | 'folder', startEmpty = false): Promise<void> {
  const { path } = await call('workspaces.choose', { kind });
  if (path !== null) {
    await openWorkspace(path, startEmpty);
  }
}
