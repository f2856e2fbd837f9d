import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { foldedName, type Subject } from '#shared/entries/subjects.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { recalled, subjectsIn } from '../recall.ts';
import type { Session } from '../session.ts';

const aboutUri = 'contexture://about/';

/** Registers a resource per person, project and thing, by name. */
export function registerAbout(server: McpServer, session: Session, tellChanged: (uri: string) => void): void {
  server.registerResource(
    'about',
    new ResourceTemplate(`${aboutUri}{name}`, {
      list: async () => ({
        resources: subjectsIn(session).map((subject) => ({
          uri: uriOf(subject),
          name: oneLine(subject.name),
          title: `About ${oneLine(subject.name)}`,
          description: `${plural(subject.entries, 'line', 'lines')} about this ${subject.kind}.`,
          mimeType: 'text/plain',
        })),
      }),
    }),
    {
      title: 'What is known about someone or something',
      description: 'The numbered lines about a person, a project or a thing, as recall_about lists them.',
    },
    async ({ href }) => {
      const subject = subjectOf(session, href);
      if (subject === undefined) {
        throw new McpError(ErrorCode.InvalidParams, `Nothing is known about who or what ${href.slice(0, 200)} names.`);
      }
      const text = await session.enqueue(async () => {
        const { lines } = recalled(session, subject.name);
        session.shown(lines.map(({ line }) => line));
        return lines.map((listed) => listed.text).join('\n');
      });
      return { contents: [{ uri: href, mimeType: 'text/plain', text }] };
    },
  );
  let subjects = subjectsIn(session);
  session.onChange(() => {
    const before = subjects;
    subjects = subjectsIn(session);
    if (before.map(uriOf).join() !== subjects.map(uriOf).join() && server.isConnected()) {
      server.sendResourceListChanged();
    }
    for (const subject of subjects) {
      tellChanged(uriOf(subject));
    }
  });
}

export const isAbout = (session: Session, uri: string): boolean => subjectOf(session, uri) !== undefined;

/** Finds the subject a URI names, in any case; undefined for a URI of something else. */
function subjectOf(session: Session, uri: string): Subject | undefined {
  const name = uri.startsWith(aboutUri) ? decoded(uri.slice(aboutUri.length)) : '';
  return subjectsIn(session).find((subject) => foldedName(subject.name) === foldedName(name));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Makes a URI that is the same for each spelling of the name, since the first of several spellings may change. */
const uriOf = ({ name }: Pick<Subject, 'name'>): string => `${aboutUri}${encodeURIComponent(foldedName(name))}`;
