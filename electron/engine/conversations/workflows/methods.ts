import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type {
  foreignWorkMethods as declared,
  ForeignRun,
  ForeignWorkflow,
} from '#shared/contract/features/foreign-work.ts';
import type { Run } from '#shared/formats/workflow/programs/run.ts';
import { assistantOf } from '#shared/programs/program-ids.ts';
import { conversationPlaces, runSource } from '#shared/programs/programs.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { readVersion } from '../../app-files/file-version.ts';
import type { HandlersOf } from '../../handlers.ts';
import { inBatches } from '../../paging.ts';
import type { Ports } from '../../ports.ts';
import { chunkOf } from '../../text-chunk.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { type ConversationSources, findConversation } from '../find-conversations.ts';
import { keptFor } from '../places.ts';
import { conversationSummary } from '../read-conversation.ts';
import { createSavedCopies } from '../saved/saved-copies.ts';
import type { ConversationWatchings } from '../watching.ts';
import { type FoundRun, findRun, findRuns, type LookedForRuns, mainFile } from './find-runs.ts';
import { filesOfRun, readRun } from './read-run.ts';
import { searchRuns } from './search-runs.ts';

type Services = {
  readonly sources: ConversationSources;
  readonly of: (workspace: string) => Promise<Pick<WorkspaceParts, 'layout'>>;
  readonly watching: ConversationWatchings;
  readonly tellChange: () => void;
};

/** Maximum characters of JSON in one message. */
const maxCrossing = 2_000_000;
/** Characters left of each text; the fewer, the more texts there are. */
const lengths = [20_000, 2_000, 200, 40];

export function foreignWorkHandlers(
  ports: Ports,
  { sources, of, watching, tellChange }: Services,
): HandlersOf<typeof declared> {
  const copies = createSavedCopies(ports, 'work');
  const conversations = createSavedCopies(ports);
  const where = async (workspace: string): Promise<LookedForRuns> => ({
    sources,
    copies,
    conversations,
    root: (await of(workspace)).layout.root,
  });
  const summary = (run: FoundRun) => summaryOfRun(sources, run);

  return {
    'foreignWork.list': async ({ workspace, offset, limit }, { cancelled }) => {
      const all = await findRuns(await where(workspace));
      const workflows = await inBatches(all.slice(offset, offset + limit), summary, { isOver: cancelled });
      return { total: all.length, workflows };
    },
    'foreignWork.show': async ({ workspace, id }) => {
      const found = await findRun(await where(workspace), id);
      const run = await readRun(ports, found);
      const files = await filesOfRun(ports, found);
      const sizes = [...files].map(async ([path, at]) => ({ path, bytes: (await ports.files.info(at))?.size ?? 0 }));
      const { value, isCut } = cutTexts(await withConversations(ports, sources, found, run));
      return { summary: await summary(found), run: value, isCut, files: await Promise.all(sizes) };
    },
    'foreignWork.text': async ({ workspace, id, file, from }) => {
      const found = await findRun(await where(workspace), id);
      const at = (await filesOfRun(ports, found)).get(file);
      const version = at === undefined ? null : await readVersion(ports, at);
      if (version === null) {
        throw new ContextureError('not_found', `The workflow has no file ${file}.`, { file });
      }
      return { version: version.hash, ...chunkOf(version.text, from) };
    },
    'foreignWork.search': async ({ workspace, ...query }) =>
      searchRuns(ports, await findRuns(await where(workspace)), query, ({ source }) => assistantOfRun(source)),
    'foreignWork.watch': async ({ workspace, on }, { caller }) => {
      const runsOf = await where(workspace);
      await (on ? watching.watch(caller, workspace, () => findRuns(runsOf)) : watching.stop(caller, workspace));
      return {};
    },
    'foreignWork.keep': async ({ workspace, id }) => {
      const found = await findRun(await where(workspace), id);
      const { assistant, name } = await summary(found);
      const files = [...(await filesOfRun(ports, found)).keys()];
      const saved = await copies.keep({ id, place: found.source, assistant, title: name, main: found.main, files });
      tellChange();
      return { keptAt: saved.keptAt, isLast: saved.isLast, withConversation: false };
    },
    'foreignWork.removeCopy': async ({ id, evenLast }) => {
      const own = await copies.latestOf(id);
      if (own === null) {
        const message = 'It has no copy of its own. If it was saved with its conversation, remove the copy of that.';
        throw new ContextureError('not_found', message, { id });
      }
      await copies.remove(id, evenLast);
      tellChange();
      return {};
    },
  };
}

const assistantOfRun = (source: FoundRun['source']): string =>
  source === 'state' ? 'workflow-state.json' : assistantOf(source);

/** Never rejects. */
async function summaryOfRun(sources: ConversationSources, found: FoundRun): Promise<ForeignWorkflow> {
  const { ports } = sources;
  const { id, source, main, bytes, changedAt, keptAt, copied } = found;
  const basics = {
    id,
    source,
    assistant: assistantOfRun(source),
    path: main,
    bytes,
    changedAt,
    kept:
      keptAt === null ? null : { keptAt, isLast: copied !== null, withConversation: copied?.withConversation ?? false },
  };
  const begunIn = await conversationOf(ports, sources, found);
  try {
    const run = await readRun(ports, found);
    const { steps, approvals: _, groups: _groups, more: _more, torn, ...said } = run;
    const whole = torn.find(({ line }) => line === 0);
    return {
      ...basics,
      ...said,
      status: run.status === 'running' && isQuiet(ports, found) ? 'unfinished' : run.status,
      project: begunIn?.project ?? projectOf(ports, found, run.folder),
      stepsDone: steps.filter(({ status }) => status === 'completed' || status === 'skipped').length,
      underWay: steps.flatMap(({ name, status }) => (status === 'running' ? name : [])),
      conversation: begunIn?.id ?? null,
      deletedAt: await deletionOf(ports, found, run),
      tornCount: torn.length,
      problem: whole === undefined ? null : `${whole.file} can’t be read. ${whole.text.slice(0, 200)}`,
    };
  } catch (error) {
    const project = begunIn?.project ?? projectOf(ports, found, null);
    return { ...basics, ...nothingRead, project, problem: toContextureError(error).message };
  }
}

const nothingRead: Omit<
  ForeignWorkflow,
  'id' | 'source' | 'assistant' | 'path' | 'bytes' | 'changedAt' | 'kept' | 'project' | 'problem'
> = {
  name: null,
  about: null,
  status: 'unknown',
  said: null,
  currentStep: null,
  totalSteps: null,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  tokens: null,
  folder: null,
  error: null,
  waitsFor: null,
  stepsDone: 0,
  underWay: [],
  conversation: null,
  deletedAt: null,
  tornCount: 0,
};

/** Milliseconds without a write after which a run may have ended: a step may be silent for a while. */
const quietMs = 10 * 60_000;
const isQuiet = ({ clock }: Ports, { changedAt, copied }: FoundRun): boolean =>
  copied !== null || clock.now() - changedAt > quietMs;

async function conversationOf(ports: Ports, sources: ConversationSources, found: FoundRun) {
  const { conversations, conversationOf: fileOf } = runSource(found.source);
  const file = fileOf?.(mainFile(ports, found), ports.paths);
  const conversation = file === undefined ? null : await findConversation(sources, `${conversations}:${file}`);
  return conversation && { id: conversation.id, project: (await conversationSummary(ports, conversation)).project };
}

/** Project by the folder it works in, or else by the program's name for the folder of its files. */
function projectOf(ports: Ports, found: FoundRun, folder: string | null) {
  const { basename } = ports.paths;
  if (folder !== null) {
    return { name: basename(folder) || folder, path: folder };
  }
  const { projectOf: projectFolder, inProject } = runSource(found.source);
  const own = projectFolder(mainFile(ports, found), ports.paths);
  return { name: basename(own), path: inProject === undefined ? null : own };
}

async function deletionOf(ports: Ports, { source, changedAt, copied }: FoundRun, run: Run): Promise<number | null> {
  const { cleanup, conversations } = runSource(source);
  if (copied !== null || cleanup === undefined) {
    return null;
  }
  if (cleanup !== 'conversations') {
    return run.startedAt === null ? null : run.startedAt + cleanup;
  }
  const place = conversationPlaces.find(({ id }) => id === conversations);
  const time = place === undefined ? null : await keptFor(ports, place);
  return time === null ? null : changedAt + time;
}

async function withConversations(
  ports: Ports,
  sources: ConversationSources,
  found: FoundRun,
  run: Run,
): Promise<ForeignRun> {
  const { conversations, agentConversation } = runSource(found.source);
  const main = mainFile(ports, found);
  const steps = run.steps.map(async (step) => {
    const agent = /^\w[\w.-]*$/.exec(step.session ?? '')?.[0];
    const file = agent === undefined ? undefined : agentConversation?.(main, agent, ports.paths);
    const conversation = file === undefined ? null : await findConversation(sources, `${conversations}:${file}`);
    return { ...step, conversation: conversation?.id ?? null };
  });
  return { ...run, steps: await Promise.all(steps) };
}

function cutTexts<T>(value: T): { readonly value: T; readonly isCut: boolean } {
  let result = { value, isCut: false };
  for (const length of lengths) {
    result = cutAll(value, length);
    if (JSON.stringify(result.value).length <= maxCrossing) {
      break;
    }
  }
  return result;
}

function cutAll<T>(value: T, length: number): { readonly value: T; readonly isCut: boolean } {
  let isCut = false;
  const cut = (each: unknown): unknown => {
    if (typeof each === 'string' && each.length > length) {
      isCut = true;
      return cutTo(each, length);
    }
    if (Array.isArray(each)) {
      return each.map(cut);
    }
    return typeof each === 'object' && each !== null
      ? Object.fromEntries(Object.entries(each).map(([name, one]) => [name, cut(one)]))
      : each;
  };
  return { value: cut(value) as T, isCut };
}
