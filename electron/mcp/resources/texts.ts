import { readOneVersion } from '#shared/contract/reading/texts.ts';
import { notGiven } from '#shared/prompt/guidance.ts';
import type { Session } from '../session.ts';
import { renderLines, startOf, whyUnread } from '../start.ts';

/** A resource that is one text, which changes with the memory. */
type TextResource = {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Called within the session's queue. */
  readonly read: (session: Session) => Promise<string>;
};

export const startResource: TextResource = {
  name: 'start',
  uri: 'contexture://start',
  title: 'All an assistant starts with',
  description:
    'The files the person lets every assistant read first, each under its name, what belongs in the memory, and the numbered lines: the text that the person sees in Contexture.',
  mimeType: 'text/plain',
  read: startOf,
};

/** Resources that are one text each, in the order shown to assistants. A resource is added by a record here. */
export const textResources: readonly TextResource[] = [
  {
    name: 'context',
    uri: 'contexture://context',
    title: 'The memory file',
    description: 'The file as the person sees it, with dates, sources and confidences.',
    mimeType: 'text/markdown',
    read: readText,
  },
  {
    name: 'rendered-context',
    uri: 'contexture://context/rendered',
    title: 'What is known about the person',
    description: 'The <global-context> block: numbered lines, as append, replace and delete name them.',
    mimeType: 'text/plain',
    read: async (session) => renderLines(session),
  },
  startResource,
];

async function readText(session: Session): Promise<string> {
  const { client, workspace } = session;
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  const { text } = await readOneVersion((from) => client.call('text.read', { workspace: workspace.id, from }));
  return text;
}
