/** Owner of a storage. Empty strings count as absent. */
export type SessionIdentity = {
  readonly agent: string;
  readonly user?: string | null | undefined;
  /** Chat, which counts only without a user. */
  readonly chat?: string | null | undefined;
  /** Group of agents that share their storages. */
  readonly group?: string | null | undefined;
  readonly scope?: string | null | undefined;
};

export type KnownIdentity = Readonly<Record<keyof SessionIdentity, string | null>> & { readonly agent: string };

export function knownIdentity({ agent, user, chat, group, scope }: SessionIdentity): KnownIdentity {
  return { agent, user: user || null, chat: chat || null, group: group || null, scope: scope || null };
}

/** Makes the key by the rule alone, which may give different owners the same: earlier programs used it. */
export function plainKeyOf(prefix: string, identity: SessionIdentity): string {
  const { agent, user, chat, group, scope } = knownIdentity(identity);
  return [prefix, scope, group ?? agent, user ?? chat ?? 'default'].filter(Boolean).join('_');
}

/** True for parts of a key that stay distinct when joined by `_`. */
const isPlain = (part: string): boolean => /^[A-Za-z0-9.-]+$/.test(part);

/**
 * Makes the key of an owner's storage: `[prefix_][scope_](group or agent)_(user, else chat, else "default")`. If that
 * rule gives the same to others, as it does for a user and a chat of one name, `~` follows with a mark of the owner, so
 * that no two ever share a key.
 * @param hash of a text, as hexadecimal digits
 */
export function keyOf(prefix: string, identity: SessionIdentity, hash: (text: string) => string): string {
  const { agent, user, chat, group, scope } = knownIdentity(identity);
  const joined = plainKeyOf(prefix, identity);
  const isSure =
    scope === null &&
    group === null &&
    isPlain(agent) &&
    (user === null ? chat === null : isPlain(user) && user !== 'default');
  if (isSure) {
    return joined;
  }
  const who = { prefix, scope, group, agent: group === null ? agent : null, user, chat: user === null ? chat : null };
  return `${joined}~${hash(JSON.stringify(who)).slice(0, markLength)}`;
}

/** Returns the prefix of a key of a known owner; null if it is no key of theirs. */
export function prefixOf(key: string, identity: SessionIdentity): string | null {
  const whose = plainKeyOf('', identity);
  const joined = key.replace(/~[0-9a-f]+$/, '');
  return joined.endsWith(`_${whose}`) ? joined.slice(0, -whose.length - 1) : null;
}

/** Number of hexadecimal digits: so many that nobody finds a name with another’s mark. */
const markLength = 24;
const maxName = 72;

/** Names the file of a key’s storage, one for each key, in letters that every disk has. @param hash hexadecimal */
export function fileNameOf(key: string, hash: (text: string) => string): string {
  if (/^[a-z0-9][a-z0-9_-]*$/.test(key) && key.length <= maxName && !/-[0-9a-f]{24}$/.test(key)) {
    return key;
  }
  const readable = key
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '-')
    .slice(0, maxName);
  return `${readable}-${hash(key).slice(0, markLength)}`;
}
