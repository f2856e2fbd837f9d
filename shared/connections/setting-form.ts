import { isMap } from '../text/same-value.ts';

/** How a program is told to start a server for assistants over standard input and output. */
export type ServerCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables it needs besides those of the program; empty for none. */
  readonly env: Readonly<Record<string, string>>;
};

/** What a program’s settings have under a name: a server it starts, or one that is reached in another way. */
export type NamedServer = { readonly name: string; readonly server: ServerCommand | null };

/**
 * A notation of settings that name servers. Changing gives the whole text; null where the text is not understood, or where what
 * was changed would not read as meant, everything else as before.
 */
export type SettingForm = {
  /** In the order of the text; null where the text is not understood. */
  read(text: string): readonly NamedServer[] | null;
  /** Adds a server, or has the one with that name start what is given: what else is said of it stays. */
  put(text: string, name: string, server: ServerCommand): string | null;
  /** Takes a server out, with what only it needed. */
  remove(text: string, name: string): string | null;
};

/** As settings have it: without what is empty. */
export const plainServer = ({ command, args, env }: ServerCommand) => ({
  command,
  args: [...args],
  ...(Object.keys(env).length === 0 ? {} : { env: { ...env } }),
});

/** What settings say of a server once it starts what is given: what else is said of one that is there stays. */
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

/** What a parsed setting says of servers by name, whatever the notation; null where it is no map. */
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

/** A value below a map, by names; undefined where there is none. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isMap(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

/** The same settings with another value at a path; maps that are missing on the way are made, undefined takes it out. */
export function withValue(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) {
    return to;
  }
  const map = isMap(value) ? value : {};
  const inner = withValue(map[name], rest, to);
  const others = Object.entries(map).filter(([other]) => other !== name);
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}

/** Settings with an empty map taken out at a path and, where that leaves the one above empty, there too. */
export function withoutEmpty(value: unknown, path: readonly string[]): unknown {
  const at = valueAt(value, path);
  if (path.length === 0 || !isMap(at) || Object.keys(at).length > 0) {
    return value;
  }
  return withoutEmpty(withValue(value, path, undefined), path.slice(0, -1));
}
