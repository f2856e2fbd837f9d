import { EditorState } from '@codemirror/state';
import { mayBeHalfWritten } from '#engine/app-files/half-written.ts';
import { categoryOf, findArchived } from '#engine/archive/archive-file.ts';
import { createArchiveSearch } from '#engine/archive/archive-search.ts';
import { carryLosses, newLosses } from '#engine/decisions/losses.ts';
import { createEngine } from '#engine/engine.ts';
import { readSettings, writeSettings } from '#engine/settings/settings.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { repairs } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { beginLines, followEntries } from '#shared/entries/line-addresses.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import { estimate } from '#shared/entries/measure.ts';
import { changeMemory, checkCanFit } from '#shared/formats/change.ts';
import { codexFormatOf } from '#shared/formats/codex/format.ts';
import { contextFormat } from '#shared/formats/context/format.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { patchBetween } from '#shared/formats/entry-patch.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { withoutHeld } from '#shared/formats/held-updates.ts';
import { hermesFormats } from '#shared/formats/hermes/format.ts';
import { isTextMissing, lostTexts, putTextsBack } from '#shared/formats/lost-text.ts';
import { markdownArchive } from '#shared/formats/markdown/archive.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { readMarkdown } from '#shared/formats/markdown/read-markdown.ts';
import { mergeTexts } from '#shared/formats/merge.ts';
import { openClawFormats } from '#shared/formats/openclaw/format.ts';
import { startText } from '#shared/prompt/start-text.ts';
import { withinLimit } from '#shared/prompt/within-limit.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { nameControls, nameHidden } from '#shared/text/visible-characters.ts';
import { bufferOf, mergeTheirs, typedEdits } from '../../../renderer/features/editor/buffer.ts';
import { fileText } from '../../../renderer/memory-text/file-text.ts';
import { hiddenIn } from '../../../renderer/memory-text/hidden-characters.ts';
import { chunksOf } from '../../../renderer/ui/text-chunks.ts';
import { checkText } from '../../command-line/commands/check.ts';
import { createMemoryPorts } from '../memory-ports.ts';
import { openIn } from '../open-workspace.ts';
import type { SubjectName } from './hostile-subject-names.ts';

/** All functions that read a text of somebody else: parsers, merges, differences, searches and rendering. */

const today = '2026-11-21';
const hermesFormat = hermesFormats['MEMORY.md'] as MemoryFormat;
const rules = { format: contextFormat, today, limit: 2000, measure: estimate };

/** The text with an additional line, at a share of its length. */
function insertedAt(text: string, share: number, line: string): string {
  const at = text.indexOf('\n', Math.floor(text.length * share)) + 1;
  return at === 0 ? `${text}\n${line}\n` : `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

const backwards = (text: string): string => text.split('\n').reverse().join('\n');

/** A refusal counts as success here. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ContextureError)) {
      throw error;
    }
  }
}

const updates = Array.from({ length: 20 }, (_, index) => ({
  category: 'insight' as const,
  key: `key_${index * 3}`,
  value: 'new',
  confidence: 'likely' as const,
  source: 'Claude',
}));

function change(document: MemoryDocument): void {
  const middle = document.entries[document.entries.length >> 1];
  const entry = middle && refOf(middle);
  const operations = [
    { op: 'add' as const, category: 'fact' as const, key: 'city', value: 'Lisbon' },
    ...(entry ? [{ op: 'edit' as const, entry, value: 'other' }] : []),
  ];
  attempt(() =>
    changeMemory(document, contextFormat.plan(document, operations, today, 'person'), { ...rules, fit: true }),
  );
  attempt(() =>
    entry
      ? changeMemory(document, contextFormat.plan(document, [{ op: 'delete', entry }], today, 'person'), {
          ...rules,
          fit: false,
        })
      : null,
  );
  attempt(() => {
    const { free } = withoutHeld(document, updates, contextFormat, true);
    const learned = runPlan(document, contextFormat.planUpdates(document, free, today).plan, contextFormat.read);
    checkCanFit(document, learned, rules);
  });
}

function changeMarkdown(text: string, { plan, read }: MemoryFormat = markdownFormat): void {
  const document = read(text);
  const middle = document.entries[document.entries.length >> 1];
  const operations = [
    { op: 'add' as const, category: null, key: 'city', value: 'Lisbon' },
    ...(middle ? [{ op: 'edit' as const, entry: refOf(middle), value: 'other' }] : []),
  ];
  for (const operation of operations) {
    attempt(() => runPlan(document, plan(document, [operation], today, 'person').plan, read));
  }
}

/** Archives and restores entries, and undoes the archiving. */
function archiveMarkdown(text: string): void {
  const { planReturns, patch, remove, read } = markdownFormat;
  const document = read(text);
  const { entries } = document;
  const leaving = [...new Set([entries[0], entries[entries.length >> 1]])].flatMap((entry) => entry ?? []);
  attempt(() => {
    const without = runPlan(document, remove(document, leaving), read);
    const departures = leaving.map((entry) => ({ entry, byHand: true }));
    const archived = markdownArchive.add(null, departures, document, today).entries;
    const returns = archived.map((entry) => ({ entry, category: null, onDuplicate: 'keep_both' as const }));
    runPlan(without, planReturns(without, returns, today), read);
    runPlan(without, patch(without, patchBetween(without, document), 'keep_both'), read);
  });
}

/** Control for the count. */
function compareEach(text: string): void {
  const lines = text.split('\n');
  lines.filter((line, at) => lines.findIndex((other, place) => place !== at && other === `${line}x`) >= 0);
}

/** Engine work on a memory that others write, and that a person and an assistant change. */
async function followedByEngine(text: string): Promise<void> {
  const ports = createMemoryPorts({ day: today });
  const root = '/home/person/notes';
  const path = `${root}/logs/context/global.md`;
  ports.outside.makeFolder(root);
  ports.outside.write(path, text);
  const engine = createEngine(ports);
  const { call, workspace, entries } = await openIn({ root, engine: () => engine });
  try {
    await call('workspaces.attend', { workspace, visible: true });
    ports.outside.replace(path, insertedAt(text, 0.5, '- theirs'));
    await ports.clock.advance(1000);
    await tried(call('context.apply', { workspace, updates, assistant: 'Claude' }));
    for (const entry of (await entries()).slice(0, 2)) {
      const operations = [{ op: 'edit' as const, entry: refOf(entry), value: 'mine' }];
      await tried(call('context.change', { workspace, operations }));
    }
    await tried(call('context.undo', { workspace }));
    ports.outside.replace(path, backwards(text));
    await ports.clock.advance(3000);
    await tried(call('assistant.read', { workspace }));
    await tried(call('cards.list', { workspace }));
    await tried(call('history.list', { workspace }));
  } finally {
    await engine.close();
  }
}

async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    attempt(() => {
      throw error;
    });
  }
}

export const hostileSubjects: Readonly<
  Record<SubjectName | 'comparing each line with each', (text: string) => unknown>
> = {
  'comparing each line with each': compareEach,
  'reading a memory': (text) => void readContext(text),
  'reading an archive': (text) => void readArchive(text),
  'reading other markdown': (text) => void readMarkdown(text),
  'reading items': (text) => {
    const read = hermesFormat.read(text);
    hermesFormat.repair(read, 'form', today);
    hermesFormat.archive?.read(text);
  },
  'changing items': (text) => {
    const document = hermesFormat.read(text);
    const [first] = document.entries;
    const entry = first && refOf(first);
    for (const operation of [
      { op: 'add' as const, category: null, key: 'city', value: 'Lisbon' },
      { op: 'add' as const, category: null, key: null, value: text },
      ...(entry
        ? [
            { op: 'edit' as const, entry, value: text },
            { op: 'delete' as const, entry },
          ]
        : []),
    ]) {
      const plan = () => hermesFormat.plan(document, [operation], today, 'person');
      attempt(() => changeMemory(document, plan(), { ...rules, format: hermesFormat, fit: true }));
    }
  },
  'merging items': (text) => {
    const [base, mine, theirs] = [text, insertedAt(text, 0.3, '§\nmine\n§'), insertedAt(text, 0.6, '§\ntheirs\n§')].map(
      (each) => hermesFormat.read(each),
    ) as [MemoryDocument, MemoryDocument, MemoryDocument];
    hermesFormat.merge(base, mine, theirs);
    const patch = patchBetween(base, hermesFormat.read(backwards(text)));
    attempt(() => runPlan(base, hermesFormat.patch(base, patch, 'keep_both'), hermesFormat.read));
  },
  'changing other markdown': (text) => changeMarkdown(text),
  'archiving other markdown': archiveMarkdown,
  'changing promoted notes': (text) => changeMarkdown(text, openClawFormats['MEMORY.md']),
  'changing rollout summaries': (text) => changeMarkdown(text, codexFormatOf('MEMORY.md', 'memories')),
  'repairing a summary': (text) => {
    const summary = codexFormatOf('memory_summary.md', 'memories');
    summary?.repair(summary.read(text), 'form', today);
  },
  'reading again': (text) => {
    const before = readContext(text);
    for (const share of [0, 0.5, 1]) {
      readContext(insertedAt(text, share, '- more: so'), before);
    }
  },
  'making repairs': (text) => {
    for (const repair of repairs) {
      contextFormat.repair(readContext(text), repair, today);
    }
  },
  'reading and writing settings': (text) => {
    readSettings(text);
    attempt(() => writeSettings(text, { tokenLimit: 900, memoryFiles: ['./a.md'] }));
  },
  'checking a file': (text) => {
    checkText('global.md', text);
    checkText('logs/context/global.md', text);
  },
  'changing entries': (text) => change(readContext(text)),
  'merging two changes': (text) => {
    const [base, mine, theirs] = [text, insertedAt(text, 0.3, '- mine'), insertedAt(text, 0.6, '- theirs')];
    mergeTexts(readContext(base), readContext(mine), readContext(theirs));
    const again = insertedAt(mine, 0.9, '- mine');
    mergeTexts(readContext(base), readContext(again), readContext(theirs));
  },
  'merging very different texts': (text) => {
    const read = readContext(text);
    const empty = readContext('');
    mergeTexts(empty, read, readContext(insertedAt(text, 0.5, '- more')));
    mergeTexts(readContext(backwards(text)), read, readContext(`- begin\n${text}${text.slice(text.length >> 1)}`));
    mergeTexts(read, empty, readContext(insertedAt(text, 0.5, '- more')));
  },
  'matching and patching': (text) => {
    const [before, after] = [readContext(text), readContext(insertedAt(backwards(text), 0.5, '- more: so'))];
    matchEntries(before.entries, after.entries);
    followEntries(beginLines(before.entries), after.entries, 'others');
    const patch = patchBetween(before, after);
    attempt(() => runPlan(before, contextFormat.patch(before, patch, 'keep_both'), contextFormat.read));
  },
  'finding losses': (text) => {
    const [all, other] = [readContext(text), readContext(insertedAt(backwards(text), 0.5, 'more'))];
    for (const after of [readContext(''), other]) {
      const lost = newLosses([], all, after, 'outside', () => 'id');
      carryLosses(lost, after, all, 'outside');
      newLosses(lost, after, other, 'outside', () => 'id');
      const texts = lostTexts(all, after);
      texts.filter((each) => isTextMissing(each, after));
      const wanted = texts.slice(0, 2).map((each) => ({ lost: each, before: all }));
      putTextsBack(after, wanted, readContext);
    }
    mayBeHalfWritten(other, all);
  },
  'undoing all of it': (text) => {
    const [all, empty] = [readContext(text), readContext('## Facts\n')];
    const back = patchBetween(empty, all);
    attempt(() => runPlan(empty, contextFormat.patch(empty, back, 'keep_both'), contextFormat.read));
    attempt(() => runPlan(all, contextFormat.patch(all, back, 'replace'), contextFormat.read));
    patchBetween(all, empty);
  },
  'taking all out by halves': (text) => {
    const half = readContext(text.slice(0, text.length >> 1));
    const earlier = patchBetween(half, readContext(text)).add;
    patchBetween(readContext(''), half, earlier);
  },
  'restoring a whole archive': (text) => {
    const archive = readArchive(text);
    const returns = archive.entries.map(({ raw, ordinal }) => {
      const entry = findArchived({ name: '' }, archive, { file: '', raw, ordinal });
      return { entry, category: categoryOf(entry, contextFormat), onDuplicate: 'keep_both' as const };
    });
    const memory = readContext('');
    attempt(() =>
      changeMemory(memory, { plan: contextFormat.planReturns(memory, returns, today) }, { ...rules, fit: true }),
    );
  },
  erasing: (text) => {
    const document = readContext(text);
    for (const erased of [
      text.slice(3, 7),
      text.slice(text.length >> 1, (text.length >> 1) + 9),
      'kkey',
      'x'.repeat(5000),
    ]) {
      const eraser = createEraser([erased]);
      eraser.count(text);
      eraser.cutFromLabel(text);
      contextFormat.erase(document, eraser);
    }
  },
  'taking into the editor': (text) => {
    const file = (version: string, said: string) => fileText(version.repeat(64), said);
    const before = file('a', text);
    const editor = EditorState.create({ doc: before.doc, extensions: [bufferOf(before)] });
    const typed = editor.update({ changes: { from: 0, insert: '- typed\n' } }).state;
    const { state } = typed.update(
      mergeTheirs(typed, file('b', insertedAt(text, 0.5, '- theirs')), before.doc.toString()).spec,
    );
    typedEdits(state);
    typed.update(mergeTheirs(typed, file('c', backwards(text)), before.doc.toString()).spec);
  },
  'an engine that follows it': followedByEngine,
  searching: (text) => {
    const document = readArchive(text);
    const file = { name: 'global-2026-01-01.md', date: '2026-01-01', document };
    const query = { text: 'a key value', categories: [], files: [], period: null };
    createArchiveSearch(contextFormat).search([file] as never, 1, query as never);
  },
  rendering: (text) => {
    const { guidance, memory } = contextFormat.givenToAssistant(readContext(text), today);
    for (const limit of [100, 20_000]) {
      const { tokens, ...start } = startText(
        { files: [{ name: text, text }], guidance, memory: { name: 'global.md', text: memory } },
        limit,
        estimate,
      );
      withinLimit({ ...start, tokens: { total: tokens, limit } }, { file: '', memory: '' });
    }
    chunksOf(text, ['a', 'key', 'b'], true);
    hiddenIn(text, 0);
    nameHidden(text);
    nameControls(text);
  },
};
