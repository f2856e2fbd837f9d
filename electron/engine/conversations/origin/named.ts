import type { ParsedEntry } from '#shared/formats/document.ts';
import type { Topic } from '#shared/topics/topic.ts';
import type { Ports } from '../../ports.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';

/** Written by Codex beside what it learned: the file of the session, or its id. */
const codexNames = /\b(?:rollout_path|thread_id)=["'`]?([^\s"'`,;\])]+)/;
/** Written as the source of an entry by a program that keeps its conversations in the workspace. */
const sourceNames = /^conversation: ?([\w-]+)$/;

/** The conversation that a memory names for an entry. */
export type NamedConversation = {
  readonly name: string;
  /** True for a conversation of the entry's own workspace. */
  readonly isOwn: boolean;
  /** Ids of the places in which its program keeps it. */
  readonly places: readonly string[];
};

/** Returns null if none is named. @param topic text of the entry's topic file */
export function namedBy(
  { raw, source }: Pick<ParsedEntry, 'raw' | 'source'>,
  topic: Pick<Topic, 'session'> | null,
): NamedConversation | null {
  const own = sourceNames.exec(source ?? '')?.[1];
  const codex = codexNames.exec(raw)?.[1];
  if (topic?.session) {
    return { name: topic.session, isOwn: false, places: ['claude'] };
  }
  if (codex !== undefined) {
    return { name: codex, isOwn: false, places: ['codex', 'codex-archived'] };
  }
  return own === undefined ? null : { name: own, isOwn: true, places: [] };
}

/** Returns a test for whether a file of a conversation is the named one: by its id, or by a path of some length. */
export async function createNames(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  { conversationsFolder }: Pick<WorkspaceLayout, 'conversationsFolder'>,
): Promise<(path: string, named: NamedConversation) => boolean> {
  const own = await files.realPath(conversationsFolder).catch(() => null);
  return (path, { name, isOwn }) => {
    if (isOwn) {
      return own !== null && path === paths.join(own, `${name}.jsonl`);
    }
    const file = paths.basename(path);
    const wanted = name.split(/[/\\]/).at(-1) ?? name;
    const stem = file.replace(/\.jsonl?(\.zst)?$/, '');
    return wanted !== '' && (file === wanted || stem === wanted || stem.endsWith(`-${wanted}`));
  };
}
