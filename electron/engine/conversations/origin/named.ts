/** Written by Codex beside what it learned: the file of the session, or its id. */
const codexNames = /\b(?:rollout_path|thread_id)=["'`]?([^\s"'`,;\])]+)/;
/** Written as the source of an entry by a program that keeps its conversations in the workspace. */
const sourceNames = /^conversation: ?([\w-]+)$/;

/** The conversation that an entry itself names; null where it names none. */
export const namedIn = ({ raw, source }: { readonly raw: string; readonly source: string | null }): string | null =>
  sourceNames.exec(source ?? '')?.[1] ?? codexNames.exec(raw)?.[1] ?? null;
