import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadTokenizer } from '#node/tokenizer.ts';
import { type Operation, operationSchema } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { repairs } from '#shared/contract/features/memory.ts';
import { settingsPatchSchema } from '#shared/contract/features/settings.ts';
import { leavingOrder } from '#shared/entries/archive-plan.ts';
import { categorySchema, refOf } from '#shared/entries/entry.ts';
import { countingMeasure, estimate, measureNames } from '#shared/entries/measure.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { archiveFact, dateOfArchiveName } from '#shared/formats/context/archive-text.ts';
import { contextFormat } from '#shared/formats/context/format.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import {
  type Example,
  type ExampleBlock,
  type ExampleTable,
  readExamples,
} from '#shared/formats/context/testing/document-examples.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { hermesFormats } from '#shared/formats/hermes/format.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { type FileVersion, maxEditableBytes, readVersion } from './app-files/file-version.ts';
import { archivedView } from './archive/archive-file.ts';
import { deleteArchivedStep, restoreStep } from './archive/steps.ts';
import { operationsStep, overflowStep, repairStep, updatesStep } from './memory/steps.ts';
import { summarize } from './memory/summary.ts';
import { readSettings, writeSettings } from './settings/settings.ts';
import { archiveFormatOf } from './steps/rules.ts';
import type { ComputeStep, PresentFile } from './steps/step.ts';
import { findWorkspace } from './workspace/find-workspace.ts';

/** Runs every example of docs/format.md, and checks that each would fail if it said anything else. */

const root = join(import.meta.dirname, '..', '..');
const { examples, tables } = readExamples(readFileSync(join(root, 'docs', 'format.md'), 'utf8'));

/** The date in every example, and the archive file used when none is named. */
const today = '2026-11-21';
const usualArchive = 'global-2026-05-03.md';

const named = z.string();
const changeSchema = z.strictObject({
  limit: z.int().default(2000),
  measure: z.enum(measureNames).default('estimate'),
  /** Entries are named by key or value; the test translates that for the contract. */
  operations: z.array(z.record(z.string(), z.json())).optional(),
  updates: z.array(z.json()).optional(),
  archiveOverflow: z.literal(true).optional(),
  repair: z.enum(repairs).optional(),
  restore: z
    .array(
      z.strictObject({
        entry: named,
        category: categorySchema.optional(),
        onDuplicate: z.enum(['replace', 'keep_both']).optional(),
      }),
    )
    .optional(),
  makeRoom: z.boolean().default(false),
  allowOver: z.boolean().default(false),
  deleteArchived: z.array(named).optional(),
  settings: settingsPatchSchema.optional(),
});
type Change = z.output<typeof changeSchema>;

const counting = countingMeasure(await loadTokenizer());

const inputs = new Set(['file', 'archive', 'settings', 'memory', 'change']);

/** Everything an example may state about the result of its input, by role. */
type Outcome = Readonly<Record<string, unknown>>;

async function outcomeOf(blocks: readonly ExampleBlock[]): Promise<Outcome> {
  const textOf = (role: string): string | null => blocks.find((block) => block.role === role)?.text ?? null;
  const archiveName = blocks.find(({ role }) => role === 'archive')?.options['name'] ?? usualArchive;
  const memory = textOf('memory');
  const format = formatOf(blocks.find(({ role }) => role === 'memory'));
  const file = memory ?? textOf('file');
  const texts = { format, file, archive: textOf('archive'), archiveName, settings: textOf('settings') };
  const change = blocks.find((block) => block.role === 'change');
  const read =
    texts.file !== null
      ? { entries: plain(format.read(texts.file)), facts: factsOf(format.read(texts.file)) }
      : texts.archive !== null
        ? readArchived(texts.archive, archiveName)
        : texts.settings !== null
          ? { facts: readSettings(texts.settings) }
          : {};
  if (!change) {
    return read;
  }
  try {
    return { ...read, ...(await carriedOut(changeSchema.parse(JSON.parse(change.text)), texts)) };
  } catch (error) {
    if (error instanceof ContextureError) {
      return { ...read, refusal: { code: error.code, details: error.details } };
    }
    throw error;
  }
}

function formatOf(memory: ExampleBlock | undefined): MemoryFormat {
  const { file } = memory?.options ?? {};
  return memory === undefined
    ? contextFormat
    : (hermesFormats[file ?? ''] ?? (file === undefined ? null : formatOfFile(file)) ?? markdownFormat);
}

function plain(document: MemoryDocument): object[] {
  return document.entries.map(({ syntax: _syntax, range: _range, ...entry }) => entry);
}

function factsOf(document: MemoryDocument): object {
  const { lastUpdated, version, tokenEstimate } = document.frontmatter;
  const { tokens } = summarize(document, [], {
    status: 'present',
    problem: null,
    format: contextFormat,
    writable: true,
    linksOut: [],
    path: '',
    version: null,
    modifiedAt: null,
    keptAt: null,
    undoRedo: { undo: null, redo: null },
    limit: 2000,
    measure: estimate,
    measureProblem: null,
    today,
    removed: 0,
  });
  return {
    frontmatter: {
      status: document.frontmatter.status,
      last_updated: lastUpdated?.value ?? null,
      version: version?.value ?? null,
      token_estimate: tokenEstimate?.value ?? null,
    },
    diagnostics: document.diagnostics.map(({ code, line }) => ({ code, line })),
    notUnderstood: document.notUnderstood.map(({ line, text }) => ({ line, text })),
    tokens: tokens.total,
    words: tokens.words,
    segments: Object.fromEntries(tokens.segments.map(({ name, tokens }) => [name, tokens])),
    leavingOrder: leavingOrder(document.entries, today, lastUpdated?.value ?? null).map(nameOf),
  };
}

function readArchived(text: string, name: string): Outcome {
  const document = readArchive(text);
  const file = { name, date: dateOfArchiveName(name), document } as const;
  const info = { size: 0, modifiedAt: 0, changedAt: 0, identity: '' };
  const indexed = { ...file, reason: null, problem: null, hash: null, isSettled: true, info };
  return {
    entries: document.entries.map((entry) =>
      archivedView(indexed, entry, { measure: estimate, format: contextFormat }),
    ),
    facts: { date: archiveFact(document, 'archived_date'), reason: archiveFact(document, 'reason') },
  };
}

function nameOf({ key, value }: Pick<ParsedEntry, 'key' | 'value'>): string {
  return key ?? value;
}

type Texts = { readonly [K in 'file' | 'archive' | 'settings']: string | null } & {
  readonly archiveName: string;
  readonly format: MemoryFormat;
};

function withDocument(version: FileVersion | null, read: MemoryFormat['read']): PresentFile | null {
  return version && { ...version, document: read(version.text) };
}

async function carriedOut(change: Change, texts: Texts): Promise<Outcome> {
  if (change.settings) {
    const values = Object.fromEntries(Object.entries(change.settings).filter(([, value]) => value !== undefined));
    return { 'settings-after': writeSettings(texts.settings ?? '', values) };
  }
  const step = await stepOf(
    change,
    texts,
  )({
    document: async (path) =>
      path === layout.contextPath
        ? withDocument(versionOf(texts.file), texts.format.read)
        : withDocument(
            versionOf(path === texts.archiveName ? texts.archive : null),
            archiveFormatOf(texts.format).read,
          ),
    bytes: async () => null,
  });
  const after = new Map(
    step.files.map(
      ({ path, after }) => [path, after === null || after instanceof Uint8Array ? '' : after.text] as const,
    ),
  );
  const memory = after.get(layout.contextPath) ?? texts.file;
  after.delete(layout.contextPath);
  return {
    [texts.format === contextFormat ? 'file-after' : 'memory-after']: memory,
    'archive-after': after,
    result: {
      written: step.files.length > 0,
      archived: step.archived.map(nameOf),
      notes: step.notes,
    },
  };
}

function versionOf(text: string | null): FileVersion | null {
  return text === null ? null : { text, bytes: new Uint8Array(), hash: '' };
}

/** Files of the examples: the archives by their names. */
const layout = {
  contextPath: 'the memory',
  archivePath: (name: string) => name,
  notesPath: null,
  topicPath: () => null,
};
const text = { decodeText: () => null, encodeText: () => new Uint8Array() };

function stepOf(change: Change, texts: Texts): ComputeStep {
  const { format } = texts;
  const measure = format.measure ?? (change.measure === 'count' ? counting : estimate);
  const rules = { format, layout, text, today, limit: change.limit, measure };
  const archived = (name: string) => {
    const { raw, ordinal } = entryNamed(archiveFormatOf(format).read(texts.archive ?? ''), name);
    return { file: texts.archiveName, raw, ordinal };
  };
  if (change.operations) {
    const document = format.read(texts.file ?? '');
    const operations = change.operations.map((operation): Operation => {
      const { entry } = operation;
      const ref = typeof entry === 'string' ? { entry: refOf(entryNamed(document, entry)) } : {};
      return operationSchema.parse({ ...operation, ...ref });
    });
    return operationsStep(operations, rules);
  }
  if (change.updates) {
    return updatesStep(format.checkUpdates(change.updates), rules);
  }
  if (change.restore) {
    const items = change.restore.map(({ entry, ...rest }) => ({ entry: archived(entry), ...rest }));
    return restoreStep(items, { ...rules, makeRoom: change.makeRoom, allowOver: change.allowOver });
  }
  if (change.deleteArchived) {
    return deleteArchivedStep(change.deleteArchived.map(archived), rules);
  }
  return change.repair ? repairStep(change.repair, rules) : overflowStep(rules);
}

function entryNamed(document: MemoryDocument, name: string): ParsedEntry {
  const found = document.entries.find((entry) => nameOf(entry) === name);
  if (!found) {
    throw new Error(`The example has no entry called “${name}”.`);
  }
  return found;
}

function compare(outcome: Outcome, block: ExampleBlock): void {
  const got = outcome[block.role];
  expect(got, `the example says ${block.role}, and there is none`).toBeDefined();
  switch (block.role) {
    case 'entries':
      expect(got).toMatchObject(JSON.parse(block.text));
      return;
    case 'facts':
    case 'result':
    case 'refusal':
      expect(got).toMatchObject(JSON.parse(block.text));
      return;
    case 'archive-after': {
      const files = got as ReadonlyMap<string, string>;
      const name = block.options['name'] ?? usualArchive;
      expect([...files.keys()]).toContain(name);
      expect(files.get(name)).toBe(block.text);
      return;
    }
    case 'file-after':
    case 'memory-after':
    case 'settings-after':
      expect(got).toBe(block.text);
      return;
    default:
      throw new Error(`Line ${block.line}: there is no such role as “${block.role}”.`);
  }
}

function expectations({ blocks }: Example): ExampleBlock[] {
  return blocks.filter((block) => !inputs.has(block.role));
}

/** The same expectation changed in one respect, once for each thing it states. */
function altered(block: ExampleBlock): ExampleBlock[] {
  if (block.role.endsWith('-after')) {
    return block.text.split('\n').map((_, index, lines) => ({
      ...block,
      text: lines.map((line, at) => (at === index ? `${line} altered` : line)).join('\n'),
    }));
  }
  return alteredValues(JSON.parse(block.text)).map((value) => ({ ...block, text: JSON.stringify(value) }));
}

function alteredValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const parts = value.flatMap((item, index) => alteredValues(item).map((other) => value.with(index, other)));
    return [...parts, [...value, 'altered']];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) =>
      alteredValues(item).map((other) => ({ ...value, [name]: other })),
    );
  }
  return [typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value} altered`];
}

describe('docs/format.md', () => {
  test.each(examples)('example $name holds', async (example) => {
    const wanted = expectations(example);
    expect(wanted.length, 'the example expects nothing').toBeGreaterThan(0);
    const outcome = await outcomeOf(example.blocks);
    expect(
      outcome['refusal'] === undefined || wanted.some(({ role }) => role === 'refusal'),
      `refused: ${JSON.stringify(outcome['refusal'])}`,
    ).toBe(true);
    for (const block of wanted) {
      compare(outcome, block);
    }
  });

  test.each(examples)('example $name would fail with any other expectation', async (example) => {
    const outcome = await outcomeOf(example.blocks);
    for (const block of expectations(example)) {
      for (const other of altered(block)) {
        expect(() => compare(outcome, other), `${block.role} as ${other.text}`).toThrow();
      }
    }
  });

  test.each(tables)('table $name holds', async (table) => {
    expect(table.rows.length).toBeGreaterThan(0);
    for (const row of table.rows) {
      const [input = null, ...wanted] = row.cells;
      const got = await rowOutcome(table, input ?? '');
      const said = wanted.flatMap((cell, index) => {
        const column = table.columns[index + 1];
        return column == null ? [] : [[column, cell] as const];
      });
      expect(said.length, `line ${row.line} says nothing`).toBeGreaterThan(0);
      for (const [column, cell] of said) {
        expect({ line: row.line, column, says: got[column] }).toEqual({ line: row.line, column, says: cell });
      }
    }
  });

  test('has at least one example for everything it describes', () => {
    expect(examples.length + tables.length).toBeGreaterThanOrEqual(25);
  });
});

/** The result of a table's row, by column; cells of the same kinds as in the document. */
async function rowOutcome({ kind }: ExampleTable, input: string): Promise<Readonly<Record<string, string | null>>> {
  switch (kind) {
    case 'entries': {
      const { entries } = readContext(`## Facts\n- ${input}\n`);
      const [entry] = entries;
      if (!entry || entries.length !== 1) {
        throw new Error(`“${input}” is not one entry.`);
      }
      const { key, value, date, confidence, source } = entry;
      return { key, value, date, confidence, source };
    }
    case 'markdown': {
      const [entry] = markdownFormat.read(`${input}\n`).entries;
      return { key: entry?.key ?? null, value: entry?.value ?? null };
    }
    case 'headings': {
      const [entry] = readContext(`${input}\n- a: 1\n`).entries;
      return { category: entry?.category ?? null, confidence: entry?.confidence ?? null };
    }
    case 'estimates': {
      const words = countWords(input);
      return { words: String(words), tokens: String(estimateOfWords(words)) };
    }
    case 'places': {
      const ports = createMemoryPorts({ day: today });
      ports.outside.write('/notes/logs/context/global.md', '');
      ports.outside.write('/agent/MEMORY.md', '');
      ports.outside.makeFolder('/empty');
      const place = await findWorkspace(ports, input, {
        startEmpty: input === '/empty',
        isKnown: async () => false,
      }).finally(() => ports.close());
      const isInData = place.archiveFolder?.startsWith('/home/person/.local/share/contexture/');
      const archives = isInData ? "the app's data" : place.archiveFolder;
      return { file: place.contextPath, archives, format: place.format.id };
    }
    case 'sizes':
      return { bytes: String(input === 'changed' ? maxEditableBytes : await maxReadableBytes()) };
    default:
      throw new Error(`There is no such kind of table as “${kind}”.`);
  }
}

async function maxReadableBytes(): Promise<number> {
  const ports = createMemoryPorts({ day: today });
  let asked = 0;
  const files: typeof ports.files = {
    ...ports.files,
    read: async (_path, { maxBytes }) => {
      asked = maxBytes;
      return { state: 'absent' };
    },
  };
  await readVersion({ ...ports, files }, '/notes/logs/context/global.md');
  await ports.close();
  return asked;
}
