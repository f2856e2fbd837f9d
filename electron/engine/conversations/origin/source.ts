import { isCorrection, personSource } from '#shared/entries/correction.ts';
import { conversationPlaces, type ProgramConversations } from '#shared/programs/programs.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import type { Ports } from '../../ports.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { conversationSummary } from '../read-conversation.ts';

const maxSource = 80;
/** Maximum number of conversations whose titles are read. */
const maxRead = 256;

/** Beginning of the sources that name a conversation of an assistant. */
const beginningOf = ({ assistant }: ProgramConversations): string => `${personSource}: ${assistant}, `;

/** Source of an entry: the assistant and the conversation, without characters that would end a source. */
export function sourceFrom({
  assistant,
  title,
}: {
  readonly assistant: string;
  readonly title: string | null;
}): string {
  const said = oneLine(`${assistant}, ${title ?? 'Untitled'}`).replace(/[|[\]]/g, ' ');
  return `${personSource}: ${cutTo(said, maxSource)}`;
}

/** Conversation in a source of ours, and the places of its assistant; null for any other source. */
export function namedInSource(
  source: string | null,
): { readonly name: string; readonly places: readonly string[] } | null {
  const places = conversationPlaces.filter((place) => source?.startsWith(beginningOf(place)));
  return source === null || places.length === 0
    ? null
    : { name: source.slice(personSource.length + 2), places: places.map(({ id }) => id) };
}

/** Conversations that a source of ours may mean: several if they share the title. @param all the likeliest first */
export async function conversationsOf(
  ports: Ports,
  all: readonly CatalogueItem[],
  source: string | null,
): Promise<readonly CatalogueItem[]> {
  const isOurs = source !== null && source !== personSource && isCorrection({ source });
  const candidates = isOurs ? all.filter(({ place }) => source.startsWith(beginningOf(place))).slice(0, maxRead) : [];
  const found: CatalogueItem[] = [];
  for (const one of candidates) {
    if (sourceFrom(await conversationSummary(ports, one)) === source) {
      found.push(one);
    }
  }
  return found;
}
