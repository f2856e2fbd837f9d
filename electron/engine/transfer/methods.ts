import { createEntryMatcher } from '#shared/bring-in/known.ts';
import { type ChangeResult, impactSchema, type Operation } from '#shared/contract/changes.ts';
import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { PlaceResult } from '#shared/contract/features/transfer.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { type EntryRef, refOf } from '#shared/entries/entry.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { additionsOf, lossesOf } from '#shared/transfer/transfer.ts';
import type { Handlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Topics } from '../topics/topics.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type TransferWorkspace = Pick<WorkspaceParts, 'layout'> & {
  view(): Workspace;
  readonly contextFile: Pick<ContextFile, 'document'>;
  readonly topics: Pick<Topics, 'find'>;
  /** @param called names the step, given the name by its operations alone */
  changeEntries(operations: readonly Operation[], called: (label: string) => string): Promise<ChangeResult>;
  readonly methods: Pick<Handlers<'context'>, 'context.preview' | 'context.change' | 'context.undo'>;
};

export type TransferServices = {
  readonly of: (workspace: string) => Promise<TransferWorkspace>;
  /** @throws the error that keeps a memory from being opened */
  readonly open: (path: string) => Promise<TransferWorkspace>;
  /** Path with links resolved; null if there is nothing. */
  readonly realPath: (path: string) => Promise<string | null>;
  /** Other memories on this computer, each with its entries. */
  readonly others: (token: Pick<CallContext, 'cancelled'>) => AsyncIterable<OtherMemory>;
};

export type OtherMemory = {
  readonly path: string;
  readonly name: string;
  readonly writable: boolean;
  readonly entries: readonly ParsedEntry[];
  readonly problem: string | null;
};

const find = (workspace: TransferWorkspace, ref: EntryRef): ParsedEntry =>
  createEntryFinder(workspace.contextFile.document().entries).require(ref);

type Into = Omit<ParsedParams<'transfer.preview'>, 'workspace'> & { readonly workspace: string };

const impactFields = impactSchema.strip();

export function transferHandlers(services: TransferServices): Handlers<'transfer'> {
  const { of, open, realPath } = services;
  const isSame = async ({ layout: one }: TransferWorkspace, { layout: other }: TransferWorkspace): Promise<boolean> =>
    one.contextPath === other.contextPath || (await realPath(one.contextPath)) === (await realPath(other.contextPath));

  /**
   * @throws `entry_changed`, `entry_gone`, `value_invalid` for the same memory, and the error that keeps the other
   * memory from being opened
   */
  async function intoOther({ workspace, entries: refs, to, category, section }: Into) {
    const here = await of(workspace);
    const there = await open(to);
    if (await isSame(here, there)) {
      const message = `“${there.view().name}” is the same memory, so nothing can go there from it. Choose another. Nothing was changed.`;
      throw new ContextureError('value_invalid', message);
    }
    const entries = refs.map((ref) => withBody(here, find(here, ref)));
    const capabilities = there.layout.format.capabilities;
    const existing = there.contextFile.document().entries;
    const { operations, same, differs } = additionsOf(entries, existing, capabilities, { category, section });
    const losses = lossesOf(entries, here.layout.format.capabilities, capabilities).filter((loss) => loss !== 'topic');
    const about = {
      name: there.view().name,
      losses,
      same: same.length,
      differs: differs.flatMap(({ key }) => key ?? []),
    };
    return { here, there, operations, about };
  }

  return {
    'transfer.preview': async (params, context) => {
      const { there, operations, about } = await intoOther(params);
      const { capabilities } = there.layout.format;
      const request = { workspace: there.view().id, operations };
      const previewed = operations.length === 0 ? null : await there.methods['context.preview'](request, context);
      const headings = there.contextFile.document().sections.flatMap(({ title }) => title || []);
      return {
        ...about,
        impact: previewed && impactFields.parse(previewed),
        headings: capabilities.headings ? [...new Set(headings)] : null,
        sections: capabilities.sections,
      };
    },
    'transfer.carryOut': async ({ remove, ...params }) => {
      const { here, there, operations, about } = await intoOther(params);
      const from = (label: string): string => `${label} from ${here.view().name}`;
      const added = operations.length === 0 ? null : await there.changeEntries(operations, from);
      // Entries are added there before they leave here, so that they are always in one memory.
      const leaving = params.entries.map((entry) => ({ op: 'delete' as const, entry }));
      const removed = remove
        ? await here
            .changeEntries(leaving, (label) => movedLabel(label, about.name))
            .catch((error: unknown) => {
              throw withAdded(error, `What you move is in “${about.name}” now, and here as well.`);
            })
        : null;
      return { ...about, added, removed };
    },
    'transfer.undo': async ({ workspace, to, added, removed }, context) => {
      const there = await open(to);
      if (removed !== null) {
        await (await of(workspace)).methods['context.undo']({ workspace, change: removed }, context);
      }
      if (added !== null) {
        const undone = { workspace: there.view().id, change: added };
        await there.methods['context.undo'](undone, context).catch((error: unknown) => {
          const also = `What you moved is here again, and in “${there.view().name}” as well.`;
          throw removed === null ? error : withAdded(error, also);
        });
      }
      return {};
    },
    ...alikeMethods(services),
  };
}

function alikeMethods({ of, open, others }: TransferServices) {
  return {
    'transfer.alike': async ({ workspace, entry: ref }, context) => {
      const here = await of(workspace);
      const entry = find(here, ref);
      const result: Result<'transfer.alike'> = { alike: [], unread: [] };
      for await (const { path, name, writable, entries, problem } of others(context)) {
        if (path === here.layout.contextPath || path === here.layout.root) {
          continue;
        }
        if (problem !== null) {
          result.unread.push({ path, problem });
        }
        const match = createEntryMatcher(entries).of(entry);
        if (match?.how === 'same') {
          result.alike.push({ path, name, text: lineText(match.entry), writable });
        }
      }
      return result;
    },
    'transfer.correctAlike': async ({ workspace, entry: ref, value, paths }, context) => {
      const here = await of(workspace);
      const entry = find(here, ref);
      const results: PlaceResult[] = [];
      const correct = async (path: string, openIt: () => Promise<TransferWorkspace>, own: EntryRef | null) => {
        try {
          const other = await openIt();
          const { id, name } = other.view();
          const match = createEntryMatcher(other.contextFile.document().entries).of(entry);
          const same = own ?? (match?.how === 'same' ? refOf(match.entry) : null);
          if (same === null) {
            results.push({ path, name, change: null, problem: 'It no longer says the same.' });
            return;
          }
          const params = { workspace: id, operations: [{ op: 'edit' as const, entry: same, value }] };
          const change = await other.methods['context.change'](params, context);
          results.push({ path, name, change, problem: null });
        } catch (error) {
          results.push({ path, name: path, change: null, problem: toContextureError(error).message });
        }
      };
      await correct(here.view().path, async () => here, ref);
      for (const path of paths) {
        await correct(path, () => open(path), null);
      }
      return { results };
    },
  } satisfies Partial<Handlers<'transfer'>>;
}

/** Label of a move: the entry is not gone, and the history should show where it is. */
const movedLabel = (label: string, to: string): string => `${label.replace(/^Deleted/, 'Moved')} to ${to}`;

/** Adds a sentence to an error: in which memories the entries are by now. */
function withAdded(error: unknown, sentence: string): ContextureError {
  const { code, message, details, retry } = toContextureError(error);
  return new ContextureError(code, `${message} ${sentence}`, details, { retry });
}

/** Adds the text of an entry's topic file, if it has one, so that all of it goes along. @throws `unavailable` */
function withBody({ topics }: TransferWorkspace, entry: ParsedEntry): ParsedEntry {
  const topic = entry.topic === undefined ? undefined : topics.find(entry.topic);
  if (topic && topic.read === null) {
    // Moved without the file, its text would be in neither memory.
    const message = `${topic.file} can’t be read, so what it says can’t go along. ${topic.problem ?? ''} Nothing was changed.`;
    throw new ContextureError('unavailable', message, { file: topic.file });
  }
  const body = topic?.read?.topic.body ?? '';
  return body === '' ? entry : { ...entry, value: [entry.value, body].filter(Boolean).join('\n') };
}
