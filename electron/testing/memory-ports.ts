import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { FolderArchives, Ports } from '#engine/ports.ts';
import { createConversationReader } from '#node/conversation-reader/conversation-reader.ts';
import { createPacking } from '#node/packing/packing.ts';
import { loadSecretScanner } from '#node/secret-scanner.ts';
import { loadTokenizer } from '#node/tokenizer.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createMemoryConversationIndex, type MemoryConversationIndex } from './memory-conversation-index.ts';
import { createMemoryFiles, type MemoryFiles, type OutsideProgram } from './memory-files.ts';
import { createMemoryLock, type MemoryLock } from './memory-lock.ts';
import { createMemoryProgramLock, type MemoryProgramLock } from './memory-program-lock.ts';
import { createMemoryWatcher, type MemoryWatcher } from './memory-watcher.ts';

export type MemoryPorts = Omit<Ports, 'files' | 'lock' | 'programLock' | 'watcher' | 'clock' | 'conversationIndex'> & {
  readonly files: MemoryFiles;
  readonly lock: MemoryLock;
  readonly programLock: MemoryProgramLock;
  readonly watcher: MemoryWatcher;
  readonly clock: ManualClock;
  readonly conversationIndex: MemoryConversationIndex;
  /** Acts as another program on the same files; watches are notified. */
  readonly outside: OutsideProgram;
  /** Log entries, as "level message". */
  readonly logged: readonly string[];
  close(): Promise<void>;
};

/**
 * The engine's whole world in memory, with POSIX paths and a clock that a test moves. Ids count up, so that runs are
 * alike. The sample workspace is empty until a test puts files there.
 */
export function createMemoryPorts(
  options: { readonly day?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): MemoryPorts {
  const clock = createManualClock(options.day);
  const watcher = createMemoryWatcher();
  const files = createMemoryFiles(clock, watcher.notify);
  const homeFolder = '/home/person';
  const logged: string[] = [];
  let ids = 0;
  return {
    files,
    folderArchives: noFolderArchives,
    packing: createPacking(),
    lock: createMemoryLock(clock),
    programLock: createMemoryProgramLock(),
    watcher,
    clock,
    paths: {
      join: posix.join,
      dirname: posix.dirname,
      basename: (path) => posix.basename(path),
      resolve: (path) => posix.resolve('/', /^~(?=$|\/)/.test(path) ? homeFolder + path.slice(1) : path),
    },
    decodeText: (bytes) => {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        return null;
      }
    },
    decodeMarked: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    encodeText: (text) => new TextEncoder().encode(text),
    // Its rows are files here.
    purgeStorageDatabase: async () => undefined,
    tokenizer: loadTokenizer,
    secretScanner: loadSecretScanner,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    // Marked rather than compressed: enough to notice a missing call of one of the two.
    compress: async (bytes) => {
      const marked = new Uint8Array(bytes.length + 1);
      marked[0] = 0x7a;
      marked.set(bytes, 1);
      return marked;
    },
    decompress: async (bytes) => {
      if (bytes[0] !== 0x7a) {
        throw new Error('These bytes were never compressed');
      }
      return bytes.slice(1);
    },
    conversationIndex: createMemoryConversationIndex(),
    conversationReader: createConversationReader(null, files.readPart),
    newId: () => {
      ids += 1;
      return `id${String(ids).padStart(6, '0')}`;
    },
    dataFolder: '/home/person/.local/share/contexture',
    homeFolder,
    variable: (name) => options.environment?.[name] ?? null,
    sampleFolder: '/app/sample',
    version: '0.0.0-test',
    system: ['System: memory'],
    ownServer: { command: '/usr/bin/node', args: ['/app/out/cli/contexture.js', 'mcp'], env: {} },
    ownServerProblem: null,
    tryServer: async () => {
      throw new ContextureError('unavailable', 'Nothing can be started in memory.');
    },
    desktopShell: null,
    person: { where: null, agrees: async () => true },
    releases: null,
    log: (level, message) => logged.push(`${level} ${message}`),
    outside: files.outside,
    logged,
    close: () => files.close(),
  };
}

const onDiskAlone = async (): Promise<never> => {
  throw new ContextureError('unavailable', 'Folders are packed on a disk alone.');
};

/** Archives are of folders on a disk: their users are tested there. */
const noFolderArchives: FolderArchives = {
  pack: onDiskAlone,
  stampOf: onDiskAlone,
  unpack: onDiskAlone,
  place: onDiskAlone,
  setAside: onDiskAlone,
  asideOf: async () => null,
  remove: onDiskAlone,
  compare: onDiskAlone,
  hashOf: onDiskAlone,
  async *read() {},
  rewrite: onDiskAlone,
  sweep: async () => undefined,
};
