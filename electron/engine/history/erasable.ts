import type { Eraser } from '#shared/text/eraser.ts';
import type { RecordedHistory } from '../workspace/durability.ts';
import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { eraseFromVersions } from './erase-versions.ts';
import type { NewVersion } from './history.ts';
import { isOwnWord, isVersion, type VersionLine } from './history-lines.ts';
import type { Retention } from './retention.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder'> & {
  readonly history: RecordedHistory;
  readonly redaction: { versionWithout(eraser: Eraser, version: NewVersion): NewVersion };
  readonly reappearances: { forget(): void };
  readonly retention: Pick<Retention, 'forget'>;
};

export function historyArea(needs: Needs): ErasableArea {
  const { ports, history, layout, dataFolder, redaction, reappearances, retention } = needs;
  const folder = (): string => ports.paths.join(dataFolder.current(), 'history');
  return {
    holds: 'app data',
    size: async () => (await history.stored()).length,
    async *texts({ countOne }) {
      const lines = new Map<string, VersionLine>();
      for (const line of await history.lines()) {
        if (isVersion(line)) {
          lines.set(line.hash, line);
        }
        if (!isVersion(line) || !isOwnWord(line)) {
          yield { place: 'history', thing: String(line.position), text: isVersion(line) ? line.action : line.note };
        }
      }
      for (const hash of await history.stored()) {
        countOne();
        const text = await history.recallText(hash);
        if (text !== null) {
          const line = lines.get(hash);
          const thing = line ? String(line.position) : hash;
          yield { place: 'history', thing, text, without: (eraser) => layout.erase(line?.file, text, eraser) };
        }
      }
    },
    // The history has its own lock, and this may take longer than others should wait for the workspace's.
    async erase({ eraser, renamed, failed, tryOnFile }) {
      const erased = await tryOnFile(folder(), () => eraseFromVersions(ports, history, layout, eraser));
      for (const [from, to] of erased?.renamed ?? []) {
        renamed.set(from, to);
      }
      const damaged = erased?.damaged ?? 0;
      if (damaged > 0) {
        const versions = damaged === 1 ? '1 earlier version is' : `${damaged} earlier versions are`;
        failed(folder(), `${versions} damaged and could not be looked into.`);
      }
    },
    remembers: {
      texts: () => history.pending.all().map(({ bytes }) => ports.decodeText(bytes) ?? ''),
      forget(eraser) {
        history.pending.replace((version) => redaction.versionWithout(eraser, version));
        history.forget();
        reappearances.forget();
        retention.forget();
      },
    },
  };
}
