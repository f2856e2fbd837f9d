/** Written by Codex beside what it learned: the file of the session, or its id. */
const codexNames = /\b(?:rollout_path|thread_id)=["'`]?([^\s"'`,;\])]+)/;

/** The session that an entry’s own text names; null where it names none. */
export const namedIn = (raw: string): string | null => codexNames.exec(raw)?.[1] ?? null;
