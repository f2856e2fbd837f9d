import { randomUUID } from 'node:crypto';
import { arch, homedir, platform, release } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Clock, DesktopShell, PersonAsked, Ports, ReleaseSource } from '#engine/ports.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { systemClock } from './clock.ts';
import { createConversationIndex } from './conversation-index/conversation-index.ts';
import { createConversationReader } from './conversation-reader/conversation-reader.ts';
import { createFiles } from './files.ts';
import { createFolderArchives } from './folder-archives/folder-archives.ts';
import { sha256 } from './hash.ts';
import { createLock } from './lock.ts';
import { createLog } from './log.ts';
import { createRecovery } from './own-data.ts';
import { findOwnStart, writeLauncher } from './own-start.ts';
import { createPacking } from './packing/packing.ts';
import { createProgramLock } from './program-lock.ts';
import { loadSecretScanner } from './secret-scanner.ts';
import { withRows } from './storage-database/row-files.ts';
import { createRows } from './storage-database/rows.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';
import { loadTokenizer } from './tokenizer.ts';
import { tryServer } from './try-server.ts';
import { createWatcher } from './watcher.ts';

export type NodePortsOptions = {
  readonly dataFolder: string;
  readonly sampleFolder: string;
  readonly version: string;
  /** Path of the built command line, which other programs start as a server for assistants. */
  readonly program?: string;
  readonly homeFolder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly desktopShell?: DesktopShell | undefined;
  readonly person?: PersonAsked | undefined;
  readonly releases?: ReleaseSource | null | undefined;
  /** The engine's clock. Waiting inside the ports (for a lock, for a file to settle) goes by the machine's. */
  readonly clock?: Clock;
  /** Path of the conversation index's built worker; without it there is no index. */
  readonly indexWorker?: string;
  /** Path of the conversation reader's built worker; without it, reading whole files blocks the engine. */
  readonly readerWorker?: string;
  /** Work of trying a passphrase, each more doubles it; that of age if left out. */
  readonly passphraseWork?: number;
  /** The system calls; tests pass ones that fail. */
  readonly calls?: SystemCalls;
};

const zip = promisify(gzip);
/** Compression of large texts, which are rewritten with each change: a seventh more disk for a third of the time. */
const large = { from: 64 * 1024, level: 3 } as const;
const unzip = promisify(gunzip);

export type NodePorts = ReturnType<typeof createNodePorts>;

export function createNodePorts(options: NodePortsOptions) {
  const clock = options.clock ?? systemClock;
  const calls = options.calls ?? systemCalls;
  const homeFolder = options.homeFolder ?? homedir();
  const environment = options.environment ?? process.env;
  const log = createLog(options.dataFolder);
  const recover = createRecovery(calls, join(options.dataFolder, 'recovered'), (file) =>
    log('warn', `An interrupted write had left a version of ${file}. It is kept in the folder "recovered".`),
  );
  const plainFiles = createFiles({ calls, clock, recover });
  const rows = createRows();
  const files = withRows(plainFiles, { rows, clock });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const markingDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const own = findOwnStart({
    platform: process.platform,
    execPath: process.execPath,
    isElectron: process.versions['electron'] !== undefined,
    program: options.program ?? 'contexture',
    dataFolder: options.dataFolder,
    environment,
  });
  const ports: Ports = {
    files,
    folderArchives: createFolderArchives(calls),
    packing: createPacking(options.passphraseWork),
    lock: createLock({ calls }),
    programLock: createProgramLock({ calls }),
    watcher: createWatcher(calls),
    clock,
    paths: {
      join,
      dirname,
      basename,
      // `~` alone or before a separator is the home folder; `~name` is a file called that.
      resolve: (path) => resolve(/^~(?=$|[/\\])/.test(path) ? join(homeFolder, path.slice(1)) : path),
    },
    decodeText: (bytes) => {
      try {
        return decoder.decode(bytes);
      } catch {
        return null;
      }
    },
    decodeMarked: (bytes) => markingDecoder.decode(bytes),
    encodeText: (text) => encoder.encode(text),
    hash: sha256,
    compress: (bytes) => zip(bytes, bytes.length < large.from ? {} : { level: large.level }),
    decompress: (bytes) => unzip(bytes),
    purgeStorageDatabase: async (path) => rows.purge(path),
    tokenizer: loadTokenizer,
    secretScanner: loadSecretScanner,
    conversationIndex: createConversationIndex({
      path: join(options.dataFolder, 'conversations', 'index.db'),
      worker: options.indexWorker ?? null,
      files,
      log,
    }),
    conversationReader: createConversationReader(options.readerWorker ?? null, plainFiles.readPart),
    newId: () => randomUUID().replaceAll('-', ''),
    dataFolder: options.dataFolder,
    homeFolder,
    variable: (name) => environment[name]?.trim() || null,
    sampleFolder: options.sampleFolder,
    ownServer: own.server,
    ownServerProblem: own.problem,
    tryServer: (server) => tryServer(server, homeFolder, options.version),
    version: options.version,
    system: [
      `System: ${platform()} ${release()}, ${arch()}`,
      ...(['node', 'electron', 'chrome'] as const).flatMap((name) =>
        process.versions[name] === undefined ? [] : [`${name}: ${process.versions[name]}`],
      ),
    ],
    desktopShell: options.desktopShell ?? null,
    person: options.person ?? null,
    releases: options.releases ?? null,
    log,
  };
  /** Looks at superseded files now and removes them. Await it before closing the engine, which takes in what they became. */
  const close = async (): Promise<void> => {
    await plainFiles.close();
    rows.close();
  };
  /** Puts the script in place by which programs start the installed app. A failure is logged: the app works without it. */
  const keepLauncher = async (): Promise<void> => {
    await (own.launcher && writeLauncher(calls, own.launcher))?.catch((error: unknown) =>
      log('warn', `The start for assistants could not be written: ${toContextureError(error).message}`),
    );
  };
  return { ...ports, close, keepLauncher };
}
