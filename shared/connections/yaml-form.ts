import { isScalar, isSeq, isMap as isYamlMap, type Pair, type ParsedNode, stringify, type YAMLMap } from 'yaml';
import { applyEdits, type Edit } from '../text/edits.ts';
import { lineStartBefore } from '../text/lines.ts';
import { readYaml } from '../text/read-yaml.ts';
import { saysTheSame } from '../text/same-value.ts';
import { type SettingForm, serverOver, serversIn, settingValueAt, withoutEmpty, withValue } from './setting-form.ts';

/** Size above which settings are left to the person. */
const maxLength = 2_000_000;

/** Makes the form of YAML settings, with a map of servers under `key`, each on separate lines. */
export function yamlForm(key: string): SettingForm {
  return {
    read(text) {
      const settings = settingsIn(text);
      return settings === null ? null : serversIn(settings[key]);
    },
    put(text, name, server) {
      const before = settingsIn(text);
      const there = settingValueAt(before, [key, name]);
      const wanted = serverOver(there, server);
      const changed =
        before === null || serversIn(before[key]) === null ? null : insertServer(text, [key, name], wanted, there);
      return changed === null ? null : checkYamlReadsAs(changed, withValue(before, [key, name], wanted));
    },
    remove(text, name) {
      const before = settingsIn(text);
      const changed = before === null ? null : removeIn(text, key, name);
      return changed === null
        ? null
        : checkYamlReadsAs(changed, withoutEmpty(withValue(before, [key, name], undefined), [key]));
    },
  };
}

function settingsIn(text: string): Settings | null {
  const read = readYaml(text, maxLength);
  if (read === null) {
    return null;
  }
  try {
    return (read.document.toJS() ?? {}) as Settings;
  } catch {
    // An alias that leads nowhere, or to itself.
    return null;
  }
}

function checkYamlReadsAs(text: string, meant: unknown): string | null {
  const settings = settingsIn(text);
  return settings !== null && saysTheSame(settings, meant) ? text : null;
}

type Settings = Readonly<Record<string, unknown>>;

function insertServer(
  text: string,
  [key, name]: readonly [string, string],
  server: Settings,
  there: unknown,
): string | null {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const servers = pairOf(readYaml(text, maxLength)?.pairs ?? [], key);
  const linesOf = (value: object, indent: number): string =>
    stringify(value, { lineWidth: 0, indent: 2 })
      .trimEnd()
      .split('\n')
      .map((line) => ' '.repeat(indent) + line)
      .join(end) + end;
  const entry = { [name]: server };
  if (servers === null) {
    const ended = text === '' || /[\r\n]$/.test(text) ? text : text + end;
    return ended + linesOf({ [key]: entry }, 0);
  }
  const map = mapOf(servers);
  if (map === null || map.flow === true || map.items.length === 0) {
    // An empty map may be missing or on the line of its name: new lines come below.
    const isEmpty = map === null || map.items.length === 0;
    const line = isEmpty ? lineOf(text, servers) : null;
    return line === null
      ? null
      : applyEdits(text, [{ ...line, insert: linesOf({ [key]: entry }, indentOf(text, line.from)) }]);
  }
  const indent = indentOf(text, map.range?.[0] ?? 0);
  const old = pairOf(map.items, name);
  const oldServer = old === null ? null : mapOf(old);
  if (oldServer !== null && oldServer.flow !== true) {
    const changed = Object.entries(server).filter(
      ([field, value]) => !saysTheSame(settingValueAt(there, [field]), value),
    );
    const edits = changed.map(([field, value]) => fieldEdit(text, oldServer, field, value));
    return edits.every((edit) => edit !== null) ? applyEdits(text, edits) : null;
  }
  const range = old === null ? { from: endOf(text, map), to: endOf(text, map) } : linesOfPair(text, old);
  const before = text.slice(0, range.from);
  const insert = (before === '' || /[\r\n]$/.test(before) ? '' : end) + linesOf(entry, indent);
  return applyEdits(text, [{ ...range, insert }]);
}

/** Plans the edit of a server's field, keeping the layout; null if that is not possible. */
function fieldEdit(text: string, server: YAMLMap, field: string, value: unknown): Edit | null {
  const pair = pairOf(server.items, field);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (pair === null) {
    const at = nodeStart(server);
    const column = ' '.repeat(at - lineStartBefore(text, at));
    return { from: at, to: at, insert: `${field}: ${JSON.stringify(value)}${end}${column}` };
  }
  const node = pair.value;
  if (isScalar(node) && node.range && typeof value === 'string') {
    return { from: node.range[0], to: node.range[1], insert: stringify(value, { lineWidth: 0 }).trimEnd() };
  }
  const last = isSeq(node) ? (node.items.at(-1) as ParsedNode | undefined) : undefined;
  if (!isSeq(node) || !node.range || last === undefined || !Array.isArray(value)) {
    return null;
  }
  if (node.flow === true) {
    const items = value.map((item) => JSON.stringify(item)).join(', ');
    return { from: node.range[0], to: node.range[1], insert: `[${items}]` };
  }
  const from = node.range[0];
  const column = ' '.repeat(from - lineStartBefore(text, from));
  const items = value.map((item) => `- ${stringify(item, { lineWidth: 0 }).trimEnd()}`);
  return { from, to: last.range[1], insert: items.join(end + column) };
}

function removeIn(text: string, key: string, name: string): string | null {
  const servers = pairOf(readYaml(text, maxLength)?.pairs ?? [], key);
  const map = servers === null ? null : mapOf(servers);
  const old = map === null || map.flow === true ? null : pairOf(map.items, name);
  if (servers === null || map === null || old === null) {
    return null;
  }
  return applyEdits(text, [{ ...linesOfPair(text, map.items.length === 1 ? servers : old), insert: '' }]);
}

const pairOf = (pairs: readonly Pair[], name: string): Pair | null =>
  pairs.find(({ key }) => isScalar(key) && key.value === name) ?? null;

const mapOf = ({ value }: Pair): YAMLMap | null => (isYamlMap(value) ? value : null);

const nodeStart = (node: unknown): number => (node as ParsedNode).range[0];

const indentOf = (text: string, at: number): number => {
  const start = lineStartBefore(text, at);
  return /^ */.exec(text.slice(start))?.[0].length ?? 0;
};

/** Finds the end of the last line of a node’s content: comments that follow it stay in place. */
function endOf(text: string, node: { readonly range?: readonly [number, number, number] | null | undefined }): number {
  const at = node.range?.[1] ?? text.length;
  const isAtStart = at > 0 && /[\r\n]/.test(text[at - 1] ?? '');
  const rest = /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(at))?.[0].length ?? 0;
  return isAtStart ? at : at + rest;
}

function linesOfPair(text: string, { key, value }: Pair): { readonly from: number; readonly to: number } {
  const from = lineStartBefore(text, nodeStart(key));
  return { from, to: endOf(text, (value ?? key) as ParsedNode) };
}

/** Finds the line of a name with nothing, or an empty map, beside it; null if that takes more lines. */
function lineOf(text: string, pair: Pair): { readonly from: number; readonly to: number } | null {
  const range = linesOfPair(text, pair);
  const line = text.slice(range.from, range.to);
  return /^[^\r\n#]*:\s*(?:\{\s*\}|null|~)?[ \t]*(?:\r\n|\n|\r|$)$/.test(line) ? range : null;
}
