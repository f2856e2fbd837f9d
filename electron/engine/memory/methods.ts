import {
  type ChangeResult,
  type Impact,
  maxNamedInImpact,
  type Operation,
  type RepairPreview,
} from '#shared/contract/changes.ts';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { entryRefSchema } from '#shared/entries/entry.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { entryChangedError } from '#shared/entries/find-entry.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import { changeMemory } from '#shared/formats/change.ts';
import { differingLines } from '#shared/formats/differing-lines.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { OnDuplicate } from '#shared/formats/entry-patch.ts';
import { otherLinesOf } from '#shared/formats/other-lines.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { impactOf } from '../steps/impact.ts';
import { applyTyped, saveTextStep } from '../steps/text-steps.ts';
import { chunkOf } from '../text-chunk.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { AssistantUpdates } from './assistant-updates.ts';
import type { ContextFile } from './context-file.ts';
import type { Drafts } from './drafts.ts';
import { archiveAllStep, operationsStep, overflowStep, putBackStep, repairStep } from './steps.ts';
import type { VersionTexts } from './version-texts.ts';

type ChangeNeeds = Pick<WorkspaceParts, 'rules' | 'commit'> & {
  readonly contextFile: ContextFile;
  readonly scan: {
    masked(text: string): Promise<string>;
    newSecretsIn(text: string, before: string): Promise<string[]>;
  };
};

type Needs = ChangeNeeds &
  Pick<WorkspaceParts, 'layout' | 'access'> & {
    readonly versionTexts: VersionTexts;
    readonly drafts: Drafts;
    readonly assistantUpdates: AssistantUpdates;
    readonly archived: (
      token?: CancellationToken,
    ) => Promise<readonly { readonly name: string; readonly document: MemoryDocument | null }[]>;
    readonly look: { look(reason: 'file'): Promise<void> };
    readonly undo: {
      undo(change?: string, onDuplicate?: OnDuplicate): Promise<ChangeResult>;
      redo(change?: string, onDuplicate?: OnDuplicate): Promise<ChangeResult>;
    };
    readonly undoLog: { refresh(): Promise<boolean>; all(): Result<'context.undoable'>['changes'] };
    readonly erasures: {
      noticeBeforeWriting(): Promise<void>;
      fromTyped<T>(turn: Turn, owner: string, typed: T): Promise<T>;
    };
  };

/** Makes a person's changes. @param called names the step, given the name by its operations alone */
export async function changeEntries(
  { commit, rules, contextFile, scan }: ChangeNeeds,
  operations: readonly Operation[],
  called = (label: string): string => label,
): Promise<ChangeResult> {
  try {
    const compute = operationsStep(operations, rules(), await withoutSecret(operations, scan));
    return await commit.change('person', async (input) => {
      const step = await compute(input);
      return { ...step, label: called(step.label) };
    });
  } catch (error) {
    throw withTextOfNow(error, contextFile);
  }
}

export const contextMethods: WorkspaceHandlers<'context', Needs> = {
  'context.read': async ({ contextFile, look }, { limit, fresh }) => {
    if (fresh) {
      await look.look('file');
    }
    return {
      revision: contextFile.revision(),
      summary: contextFile.summary(),
      entries: contextFile.views().slice(0, limit),
    };
  },
  'context.entries': async ({ contextFile }, { revision, offset, limit }) => {
    checkRevision(contextFile, revision);
    return { entries: contextFile.views().slice(offset, offset + limit), total: contextFile.views().length };
  },
  'context.otherLines': async ({ contextFile, layout }, { revision, offset, limit }) => {
    checkRevision(contextFile, revision);
    const lines = otherLinesOf(layout.format)(contextFile.document());
    return { lines: lines.slice(offset, offset + limit), total: lines.length };
  },
  'context.preview': async (open, { operations }) => {
    const { contextFile, rules } = open;
    const { format, today } = rules();
    const before = format.begin(contextFile.document(), today);
    const change = changeMemory(before, format.plan(before, operations, today, 'person'), { ...rules(), fit: false });
    const secrets = await open.scan.newSecretsIn(...writtenBy(operations));
    return { ...impactOf(before, change, rules(), await alsoArchived(open, operations)), secrets };
  },
  'context.change': async (open, { operations, assistant }, { cancelled }) => {
    if (assistant === undefined) {
      return changeEntries(open, operations);
    }
    try {
      return await open.assistantUpdates.changeEntries(operations, { name: assistant, cancelled });
    } catch (error) {
      throw withTextOfNow(error, open.contextFile);
    }
  },
  'context.apply': async ({ assistantUpdates, rules }, { updates, assistant }, { cancelled }) =>
    assistantUpdates.applyUpdates(rules().format.checkUpdates(updates, assistant), { name: assistant, cancelled }),
  'context.archiveOverflow': ({ commit, rules }) => commit.change('person', overflowStep(rules())),
  'context.archiveAll': ({ commit, rules }, { assistant: name }, { cancelled }) => {
    const step = archiveAllStep(rules(), name !== undefined);
    return commit.change(name === undefined ? 'person' : 'assistant', step, { name, cancelled });
  },
  'context.undo': ({ undo }, { change, onDuplicate }) => undo.undo(change, onDuplicate),
  'context.undoable': async ({ undoLog }) => {
    await undoLog.refresh();
    return { changes: undoLog.all() };
  },
  'context.redo': ({ undo }, { change, onDuplicate }) => undo.redo(change, onDuplicate),
  'context.previewRepair': async ({ contextFile, rules }, { repair }) => {
    const { format, today, measure } = rules();
    const before = contextFile.document();
    return repairPreviewOf(before, format.repair(before, repair, today), measure);
  },
  'context.repair': ({ commit, rules }, { repair }) => commit.change('person', repairStep(repair, rules())),
  'context.putBack': async ({ commit, contextFile, rules }) => {
    const text = await contextFile.lastText();
    if (text === null) {
      throw new ContextureError('not_found', 'There is no earlier version of the file to restore.');
    }
    return commit.change('person', putBackStep(text, rules()), { deleted: 'is put back' });
  },
  'context.markSeen': async ({ access, contextFile }, { entries, removed }) => {
    await access.inTurn((turn) => contextFile.markSeen(turn, entries && { entries, removed }));
    return {};
  },
};

export const textHandlers: WorkspaceHandlers<'text', Needs> = {
  'text.read': async ({ versionTexts, contextFile }, { version, from }) => {
    const wanted = version ?? contextFile.version()?.hash ?? null;
    return { version: wanted, ...chunkOf(await versionTexts.textOf(wanted), from) };
  },
  'text.save': async ({ versionTexts, commit, rules, scan }, { version, edits }) => {
    const base = { hash: version, text: await versionTexts.textOf(version) };
    const result = await commit.change('person', saveTextStep(base, edits, rules()), { deleted: 'is put back' });
    const secrets = await scan.newSecretsIn(applyTyped(base.text, edits), base.text);
    return { ...result, notes: [...result.notes, ...secrets.map((secret) => `What you saved holds ${secret}.`)] };
  },
  'text.keepDraft': async (open, { owner, version, edits, origin }, { caller }) => {
    const { versionTexts, drafts, erasures, access, scan } = open;
    const before = await versionTexts.textOf(version);
    const typed = applyTyped(before, edits);
    await access.inTurn(async (turn) => {
      await erasures.noticeBeforeWriting();
      await drafts.text.keep(caller, owner, { version, origin, text: await erasures.fromTyped(turn, owner, typed) });
    });
    return { secrets: await scan.newSecretsIn(typed, before) };
  },
  'text.claimDraft': async ({ drafts, access }, { owner, from }, { caller }) => {
    const claimed = await access.inTurn(() => drafts.text.claim(caller, owner));
    if (claimed === null) {
      return { draft: null };
    }
    const { turn: _, ...draft } = claimed;
    return { draft: { ...draft, ...chunkOf(draft.text, from) } };
  },
  'text.discardDraft': async ({ drafts, access }, { owner }) => {
    await access.inTurn(() => drafts.text.discard(owner));
    return {};
  },
  'text.keepFields': async ({ drafts, erasures, access }, { owner, forms }, { caller }) => {
    await access.inTurn(async (turn) => {
      await erasures.noticeBeforeWriting();
      await (Object.keys(forms).length === 0
        ? drafts.fields.discard(owner)
        : drafts.fields.keep(caller, owner, { forms: await erasures.fromTyped(turn, owner, forms) }));
    });
    return {};
  },
  'text.claimFields': async ({ drafts, access }, { owner }, { caller }) => {
    const claimed = await access.inTurn(() => drafts.fields.claim(caller, owner));
    return { forms: claimed?.forms ?? {} };
  },
};

function checkRevision(contextFile: ContextFile, revision: number): void {
  if (revision !== contextFile.revision()) {
    throw new ContextureError('revision_gone', 'The file has changed since; read it again.', {}, { retry: true });
  }
}

/** Adds the present text if prose was reworded: its old text finds nothing, but the context has followed it. */
function withTextOfNow(error: unknown, contextFile: ContextFile): unknown {
  if (error instanceof ContextureError && error.code === 'entry_gone') {
    const expected = entryRefSchema.safeParse(error.details['expected']);
    const now = expected.success ? contextFile.nowOf(expected.data) : undefined;
    return expected.success && now ? entryChangedError(expected.data, now) : error;
  }
  return error;
}

/** Same operations with secrets masked in what a label shows: the text of the first, if it has no key. */
async function withoutSecret(
  operations: readonly Operation[],
  scan: ChangeNeeds['scan'],
): Promise<readonly Operation[]> {
  const [first, ...others] = operations;
  if (first === undefined || (first.op === 'add' ? first : first.entry).key != null) {
    return operations;
  }
  const safe = await scan.masked(first.op === 'add' ? first.value : first.entry.raw);
  return [
    first.op === 'add' ? { ...first, value: safe } : { ...first, entry: { ...first.entry, raw: safe } },
    ...others,
  ];
}

/** Texts that operations would write, and the texts they would write over. */
function writtenBy(operations: readonly Operation[]): [string, string] {
  const written = operations.map((operation) =>
    operation.op === 'edit' || operation.op === 'add'
      ? [operation.key, operation.value, operation.source].filter(Boolean).join(': ')
      : '',
  );
  const before = operations.map((operation) => (operation.op === 'edit' ? operation.entry.raw : ''));
  return [written.join('\n\n'), before.join('\n\n')];
}

/** Other places with the texts of entries to be deleted, so that nobody assumes they are gone. */
async function alsoArchived(workspace: Needs, operations: readonly Operation[]): Promise<Impact['alsoIn']> {
  const deleted = operations.flatMap((operation) => (operation.op === 'delete' ? [operation.entry] : []));
  if (deleted.length === 0) {
    return [];
  }
  const { entries } = workspace.contextFile.document();
  const raws = new Map<string, string>();
  for (const ref of deleted) {
    const entry = entries.find((candidate) => candidate.raw === ref.raw);
    if (entry) {
      raws.set(`${entry.key} ${entry.value}`, ref.raw);
    }
  }
  const places: Impact['alsoIn'] = [];
  for (const file of await workspace.archived()) {
    for (const entry of file.document?.entries ?? []) {
      const raw = raws.get(`${entry.key} ${entry.value}`);
      if (raw !== undefined) {
        places.push({ raw, archive: file.name });
      }
    }
  }
  return places;
}

const maxShown = 2000;

function repairPreviewOf(before: MemoryDocument, after: MemoryDocument, measure: TextMeasure): RepairPreview {
  const { kept, changed, added, removed } = matchEntries(before.entries, after.entries);
  const stays = new Set(after.entries.map(({ raw }) => raw));
  const changes = differingLines(before.text, after.text);
  let [at, line] = [0, 1];
  const shown = changes.slice(0, maxNamedInImpact).map(({ from, was, is }) => {
    line += before.text.slice(at, from).split('\n').length - 1;
    at = from;
    return { line, before: cutTo(was, maxShown), after: cutTo(is, maxShown) };
  });
  return {
    entries: { kept: kept.length, changed: changed.length, added: added.length, removed: removed.length },
    removed: removed.slice(0, maxNamedInImpact).map((entry) => briefOf(entry, measure)),
    removedAreCopies: removed.every(({ raw }) => stays.has(raw)),
    changes: shown,
    changeCount: changes.length,
  };
}
