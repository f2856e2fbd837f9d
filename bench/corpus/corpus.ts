import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { change } from './changing-laws.ts';
import { dropped, type Fault, shareInEntries } from './reading-laws.ts';

const help = `npm run corpus -- FOLDER        holds every memory and every file of instructions in a folder against the laws: what
                                reading drops, how long it takes, what an edit, a delete and an add change beside
                                their entry, and whether what was archived returns
npm run corpus -- FOLDER --faults [LAW]   each fault and each refusal with its file
npm run corpus -- FOLDER --show N         what Review shows for N of the files, spread over all of them
--entries N                     how many entries of a file are changed (8)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'string' },
    faults: { type: 'boolean', default: false },
    entries: { type: 'string', default: '8' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [folder, law] = positionals;

type File = { readonly path: string; readonly bytes: number; readonly text: string };

const endings = ['.md', '.mdc', '.markdown', '.txt'];
const otherNames = ['.cursorrules', '.windsurfrules', '.clinerules'];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function filesIn(root: string): File[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && (endings.includes(extname(file.name)) || otherNames.includes(file.name)))
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .flatMap((path) => {
      const bytes = readFileSync(path);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      // Files that are not UTF-8 are not opened for changes.
      return Buffer.from(text).equals(bytes) ? [{ path, bytes: bytes.length, text }] : [];
    });
}

type Tally = {
  files: number;
  empty: number;
  meaningful: number;
  inEntries: number;
  entries: number;
  done: number;
  /** Milliseconds for each 100 KB. */
  readonly times: number[];
  readonly found: (Fault & { readonly path: string; readonly isRefusal: boolean })[];
};

const newTally = (): Tally => ({
  files: 0,
  empty: 0,
  meaningful: 0,
  inEntries: 0,
  entries: 0,
  done: 0,
  times: [],
  found: [],
});

function fastestOf(rounds: number, work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** Checks a file and adds the result to the tally. */
function hold(tally: Tally, { path, bytes, text }: File, format: MemoryFormat, most: number): void {
  tally.files += 1;
  const add = (faults: readonly Fault[], isRefusal = false): void => {
    tally.found.push(...faults.map((fault) => ({ ...fault, path, isRefusal })));
  };
  try {
    const document = format.read(text);
    if (bytes >= 10_000) {
      tally.times.push((fastestOf(3, () => format.read(text)) * 100_000) / bytes);
    }
    const { meaningful, inEntries } = shareInEntries(document);
    tally.meaningful += meaningful;
    tally.inEntries += inEntries;
    tally.entries += document.entries.length;
    tally.empty += document.entries.length === 0 ? 1 : 0;
    add(dropped(document));
    const { done, refusals, faults } = change(document, format, most);
    tally.done += done;
    add(faults);
    add(refusals, true);
  } catch (error) {
    add([{ law: 'threw', what: String(error) }]);
  }
}

const number = (value: number): string => value.toLocaleString('en-US');

function report(name: string, { found, times, ...tally }: Tally): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const share = (100 * tally.inEntries) / Math.max(1, tally.meaningful);
  say(`${name}: ${number(tally.files)} files, ${number(tally.entries)} entries`);
  say(
    `  ${share.toFixed(1)} % of ${number(tally.meaningful)} meaningful lines are in an entry; ${tally.empty} files without any`,
  );
  say(`  100 KB read in ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(1)} ms (slowest)`);
  const counts = new Map<string, number>();
  for (const { law: which, isRefusal } of found) {
    const what = isRefusal ? `${which} refused` : `${which} FAULT`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  say(`  ${number(tally.done)} changes carried out; ${faultsIn(counts)}`);
  if (values.faults) {
    for (const { path, law: which, what, isRefusal } of found) {
      if (law === undefined || law === which) {
        say(`  ${isRefusal ? 'refused' : 'FAULT'} ${which} ${path}\n    ${what.replaceAll('\n', '\n    ')}`);
      }
    }
  }
}

const faultsIn = (counts: ReadonlyMap<string, number>): string =>
  counts.size === 0 ? 'nothing wrong' : [...counts].map(([what, count]) => `${what} ${number(count)}`).join(', ');

function show(files: readonly File[], count: number): void {
  for (let nth = 0; nth < count; nth++) {
    const { path, text } = files[Math.floor((nth * files.length) / count)] as File;
    const { entries, notUnderstood } = (formatOfFile(path, text) ?? markdownFormat).read(text);
    say(`\n=== ${path}`);
    for (const { section, key, value, syntax } of entries) {
      say(`[${section}] ${syntax.form} ${key === null ? '' : `{${key}} `}${JSON.stringify(value)}`);
    }
    for (const { line, text: said } of notUnderstood) {
      say(`(line ${line}, no entry) ${JSON.stringify(said)}`);
    }
  }
}

if (folder === undefined || values.help) {
  process.stdout.write(help);
} else {
  const files = filesIn(folder);
  if (values.show === undefined) {
    const most = Number(values.entries);
    const [recognised, forced] = [new Map<string, Tally>(), newTally()];
    for (const file of files) {
      const format = formatOfFile(file.path, file.text) ?? markdownFormat;
      const tally = recognised.get(format.id) ?? newTally();
      recognised.set(format.id, tally);
      hold(tally, file, format, most);
      if (format !== markdownFormat) {
        hold(forced, file, markdownFormat, most);
      }
    }
    for (const [id, tally] of recognised) {
      report(`as ${id}`, tally);
    }
    report('the same, but for those of markdown, as markdown', forced);
    const wrong = [...recognised.values(), forced].some(({ found }) => found.some(({ isRefusal }) => !isRefusal));
    process.exitCode = wrong ? 1 : 0;
  } else {
    show(files, Number(values.show));
  }
}
