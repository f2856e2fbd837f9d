import { isMap } from '../text/same-value.ts';

/** Command that starts a server for assistants over standard input and output. */
export type ServerCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables it needs in addition to the program's. */
  readonly env: Readonly<Record<string, string>>;
};

/** Named server in a program’s settings: one it starts, or one that is reached in another way. */
export type NamedServer = { readonly name: string; readonly server: ServerCommand | null };

/** Notation of settings that name servers. Changes return the whole text; null unless just what is meant changes. */
export type SettingForm = {
  /** Lists servers in the order of the text; null if the text is not understood. */
  read(text: string): readonly NamedServer[] | null;
  /** Adds a server, or replaces the command of the one with that name: its other fields stay. */
  put(text: string, name: string, server: ServerCommand): string | null;
  /** Removes a server, with everything only it needed. */
  remove(text: string, name: string): string | null;
};

/** Prepares a server for settings: without empty fields. */
export const plainServer = ({ command, args, env }: ServerCommand) => ({
  command,
  args: [...args],
  ...(Object.keys(env).length === 0 ? {} : { env: { ...env } }),
});

/** Computes the fields of a server with a new command: other fields of an existing one stay. */
export function serverOver(there: unknown, server: ServerCommand): Readonly<Record<string, unknown>> {
  if (!isMap(there)) {
    return plainServer(server);
  }
  const { env } = there;
  const variables = isMap(env) ? { ...env, ...server.env } : server.env;
  return {
    ...there,
    ...plainServer({ ...server, env: {} }),
    ...(Object.keys(variables).length > 0 && { env: variables }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Lists the servers in parsed settings by name, whatever the notation; null if they are no map. */
export function serversIn(map: unknown): readonly NamedServer[] | null {
  if (map === undefined || map === null) {
    return [];
  }
  return isMap(map) ? Object.entries(map).map(([name, value]) => ({ name, server: serverIn(value) })) : null;
}

function serverIn(value: unknown): ServerCommand | null {
  if (!isMap(value) || !isText(value['command'])) {
    return null;
  }
  const { command, args, env } = value;
  const variables = isMap(env) ? Object.entries(env).filter((pair): pair is [string, string] => isText(pair[1])) : [];
  return { command, args: Array.isArray(args) ? args.filter(isText) : [], env: Object.fromEntries(variables) };
}

export const settingValueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isMap(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

/** Copies settings with another value at a path; missing maps on the way are made, undefined removes it. */
export function withValue(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) {
    return to;
  }
  const map = isMap(value) ? value : {};
  const inner = withValue(map[name], rest, to);
  const others = Object.entries(map).filter(([other]) => other !== name);
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}

/** Copies settings without an empty map at a path and, if that leaves the one above empty, without that. */
export function withoutEmpty(value: unknown, path: readonly string[]): unknown {
  const at = settingValueAt(value, path);
  if (path.length === 0 || !isMap(at) || Object.keys(at).length > 0) {
    return value;
  }
  return withoutEmpty(withValue(value, path, undefined), path.slice(0, -1));
}
