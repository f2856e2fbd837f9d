import type { Ports } from '../../ports.ts';

/** Written by Codex beside what it learned: the file of the session, or its id. */
const codexNames = /\b(?:rollout_path|thread_id)=["'`]?([^\s"'`,;\])]+)/;
/** Written as the source of an entry by a program that keeps its conversations in the workspace. */
const sourceNames = /^conversation: ?([\w-]+)$/;

/** The conversation that an entry itself names; null where it names none. */
export const namedIn = ({ raw, source }: { readonly raw: string; readonly source: string | null }): string | null =>
  sourceNames.exec(source ?? '')?.[1] ?? codexNames.exec(raw)?.[1] ?? null;

/** Whether a memory that names a conversation, by its id or by a path of some length, means this file. */
export function names({ paths }: Pick<Ports, 'paths'>, path: string, name: string): boolean {
  const file = paths.basename(path);
  const wanted = name.split(/[/\\]/).at(-1) ?? name;
  const stem = file.replace(/\.jsonl?(\.zst)?$/, '');
  return wanted !== '' && (file === wanted || stem === wanted || stem.endsWith(`-${wanted}`));
}
