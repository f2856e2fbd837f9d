import { toContextureError } from '#shared/contract/errors.ts';
import { readTopic, type Topic } from '#shared/topics/topic.ts';
import { type FileVersion, readVersion } from '../app-files/file-version.ts';
import { createPatience, isFresh, readWhenWhole, textMayBeHalfWritten } from '../app-files/half-written.ts';
import { latestOf } from '../history/history-lines.ts';
import { orLogged } from '../or-logged.ts';
import { type FileInfo, type Ports, sameFile } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'history' | 'keep'> & {
  /** Types of the topics as they were last read. */
  readonly topicTypes: Map<string, string | null>;
};

export type TopicFile = {
  readonly file: string;
  readonly info: FileInfo;
  readonly read: { readonly hash: string; readonly text: string; readonly topic: Topic } | null;
  /** Reason why it could not be read; null if it was. */
  readonly problem: string | null;
};

/** Limit on followed files, as each is read. */
const maxFiles = 5000;

export type Topics = ReturnType<typeof createTopics>;

/** Follows the topic files of a memory, and keeps each version in the history. */
export function createTopics(needs: Needs) {
  const { ports, layout, links, topicTypes } = needs;
  const changed = createSignal();
  /** Emitted when types changed, by which entries read differently. */
  const typesChanged = createSignal();
  /** Emitted when files whose rest is awaited should be looked at again. */
  const mayHaveGrown = createSignal();
  const awaiting = createAwaiting(ports, () => void mayHaveGrown.emit());
  let current: ReadonlyMap<string, TopicFile> = new Map();

  /** True if a version may be incomplete: one that differs from the version kept last, which shows that. */
  async function mayGrow(path: string, { hash, text }: FileVersion): Promise<boolean> {
    const last = latestOf(await needs.history.lines(), layout.nameOf(path));
    if (last?.hash === hash) {
      return false;
    }
    const read = current.get(ports.paths.basename(path))?.read;
    const before = last === undefined ? (read?.text ?? null) : await needs.history.recallText(last.hash);
    return before !== null && textMayBeHalfWritten(text, before, { isAwaited: awaiting.isOn() });
  }

  async function readFile(file: string, path: string, info: FileInfo): Promise<TopicFile> {
    const before = current.get(file);
    if (before?.read && sameFile(before.info, info)) {
      return before;
    }
    const unread = (problem: string): TopicFile => ({ file, info, read: null, problem });
    try {
      // A link that leads out could be to any of the person's files.
      if ((await ports.files.realPath(path)) !== ports.paths.join(await ports.files.destination(folder()), file)) {
        return unread('It is a link that leads elsewhere, so it is not read.');
      }
      const version = await readVersion(ports, path);
      if (version === null) {
        return unread('It is gone.');
      }
      if (version.hash === before?.read?.hash) {
        return { ...before, info: version.info };
      }
      if (isFresh(ports.clock, info) && (await mayGrow(path, version)) && awaiting.lasts()) {
        return before?.read ? before : unread('Its program is writing it.');
      }
      await orLogged(ports, 'A version of a topic could not be kept', () => needs.keep(path, version));
      const { hash, text } = version;
      return { file, info: version.info, read: { hash, text, topic: readTopic(text) }, problem: null };
    } catch (error) {
      return unread(toContextureError(error).message);
    }
  }

  async function followTypes(): Promise<void> {
    const types = [...current.values()].flatMap(({ file, read }) => {
      const type = read?.topic.type ?? null;
      return type === null && isWrittenInOneWay(file) ? [] : [[file, type] as const];
    });
    if (types.length !== topicTypes.size || types.some(([file, type]) => topicTypes.get(file) !== type)) {
      topicTypes.clear();
      for (const [file, type] of types) {
        topicTypes.set(file, type);
      }
      await typesChanged.emit();
    }
  }

  const folder = (): string => ports.paths.dirname(layout.contextPath);

  return {
    changed,
    typesChanged,
    mayHaveGrown,
    close: awaiting.close,
    /** Reads a topic once it is no longer half written; after two seconds, as it is. Null if there is none. */
    readWhole: (path: string) =>
      readWhenWhole(ports, path, async ({ bytes, hash }) => {
        const text = ports.decodeText(bytes);
        return text === null || !(await mayGrow(path, { bytes, hash, text }));
      }),
    list: (): readonly TopicFile[] => [...current.values()],
    find: (file: string): TopicFile | undefined => current.get(file),
    /** Reads changed files. Never rejects: files that can't be listed count as unchanged. */
    async refresh(_: Turn): Promise<void> {
      if (!layout.format.capabilities.severalFiles || links.withheld(layout.contextPath) !== null) {
        return;
      }
      await orLogged(ports, 'The topic files could not be listed', async () => {
        const names = (await ports.files.list(folder()))
          .flatMap(({ name, kind }) => (kind === 'file' && layout.topicPath(name) !== null ? [name] : []))
          .sort()
          .slice(0, maxFiles);
        const next = new Map<string, TopicFile>();
        awaiting.begin();
        for (const name of names) {
          const path = ports.paths.join(folder(), name);
          const info = await ports.files.info(path);
          if (info) {
            next.set(name, await readFile(name, path, info));
          }
        }
        awaiting.end();
        const isSame =
          next.size === current.size && [...next].every(([name, file]) => isAsBefore(file, current.get(name)));
        current = next;
        if (!isSame) {
          await followTypes();
          await changed.emit();
        }
      });
    },
  };
}

/** Waits for the rest of files that their program seems to be writing. @param look looks at them again */
function createAwaiting({ clock }: Ports, look: () => void) {
  const patience = createPatience(clock, look);
  let isAny = false;
  return {
    begin(): void {
      isAny = false;
    },
    isOn: patience.isOn,
    /** True if it is worth waiting for a file. */
    lasts(): boolean {
      const isAwaited = patience.lasts();
      isAny ||= isAwaited;
      return isAwaited;
    },
    end(): void {
      if (!isAny) {
        patience.end();
      }
    },
    close: patience.end,
  };
}

const isWrittenInOneWay = (name: string): boolean => name.normalize('NFC') === name.normalize('NFD');

const isAsBefore = (now: TopicFile, before: TopicFile | undefined): boolean =>
  before !== undefined && now.read?.hash === before.read?.hash && now.problem === before.problem;
