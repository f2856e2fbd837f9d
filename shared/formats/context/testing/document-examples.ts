/**
 * Reads the examples of docs/format.md. A fenced block belongs to one when its info string says so, as in
 * "markdown example=NAME ROLE name=value"; a table does if the line above is a comment "example=NAME KIND".
 */

export type ExampleBlock = {
  readonly role: string;
  readonly options: Readonly<Record<string, string>>;
  readonly text: string;
  /** First line in the document, from 1. */
  readonly line: number;
};
/** Blocks of one name, in document order. */
export type Example = { readonly name: string; readonly line: number; readonly blocks: readonly ExampleBlock[] };

export type ExampleTable = {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** Names in backticks in the header cells; null for a column of plain words. */
  readonly columns: readonly (string | null)[];
  /** Cells without backticks; null for a dash. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly (string | null)[] }[];
};

const opening = /^(`{3,})\S+ example=(\S+) (\S+)((?: \S+=\S+)*)$/;
const tableMark = /^<!-- example=(\S+) (\S+) -->$/;

export function readExamples(document: string): { examples: Example[]; tables: ExampleTable[] } {
  const lines = document.split('\n');
  const examples = new Map<string, { line: number; blocks: ExampleBlock[] }>();
  const tables: ExampleTable[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, fence, name, role, options = ''] = opening.exec(line) ?? [];
    const [, tableName, kind] = tableMark.exec(line) ?? [];
    if (fence !== undefined && name !== undefined && role !== undefined) {
      const end = lines.indexOf(fence, at + 1);
      const text = lines.slice(at + 1, end).map((each) => `${each}\n`);
      const example = examples.get(name) ?? { line: at + 1, blocks: [] };
      example.blocks.push({ role, options: readOptions(options), text: readText(text.join('')), line: at + 1 });
      examples.set(name, example);
      at = end;
    } else if (line.includes('example=') && /^(?:`{3,}|<!--)/.test(line) && tableName === undefined) {
      throw new Error(`Line ${at + 1} of the document names an example, but not in the form it should: ${line}`);
    } else if (tableName !== undefined && kind !== undefined) {
      tables.push(readTable(lines, at + 1, tableName, kind));
    } else if (/^`{3,}/.test(line)) {
      at = lines.indexOf(/^`+/.exec(line)?.[0] ?? '', at + 1);
    }
  }
  return { examples: [...examples].map(([name, example]) => ({ name, ...example })), tables };
}

function readOptions(written: string): Record<string, string> {
  return Object.fromEntries(
    written
      .split(' ')
      .filter(Boolean)
      .map((option) => [option.slice(0, option.indexOf('=')), option.slice(option.indexOf('=') + 1)]),
  );
}

/** `{U+000D}` means that character; `{end}` ends the text without the line end before the fence. */
function readText(written: string): string {
  return written
    .replace(/\{end\}\n$/, '')
    .replace(/\{U\+([0-9A-F]{4,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function readTable(lines: readonly string[], start: number, name: string, kind: string): ExampleTable {
  const end = lines.findIndex((line, at) => at >= start && !line.startsWith('|'));
  const [header, , ...body] = lines.slice(start, end);
  const columns = cellsOf(header ?? '').map((cell) => (inBackticks.test(cell) ? unmarked(cell) : null));
  return {
    name,
    kind,
    line: start,
    columns,
    rows: body.map((line, index) => ({ line: start + 3 + index, cells: cellsOf(line).map(unmarked) })),
  };
}

const inBackticks = /^`(.*)`$/;

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|[ \t]*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function unmarked(cell: string): string | null {
  return cell === '—' ? null : readText(inBackticks.exec(cell)?.[1] ?? cell);
}
