import { isCorrection, personSource } from '#shared/entries/correction.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import type { Ports } from '../../ports.ts';
import type { Located } from '../catalogue.ts';
import { conversationPlaces } from '../places.ts';
import { summaryOf } from '../read-conversation.ts';

const maxSource = 80;
/** Conversations whose titles are read. */
const maxRead = 256;

/** What an entry says of where it came from: to whom it was said and in which conversation, without what would end a source. */
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

/** What a source of ours names, and the places of its assistant; null for any other source. */
export function namedInSource(
  source: string | null,
): { readonly name: string; readonly places: readonly string[] } | null {
  const places = conversationPlaces.filter(({ format }) =>
    source?.startsWith(`${personSource}: ${format.assistant}, `),
  );
  return source === null || places.length === 0
    ? null
    : { name: source.slice(personSource.length + 2), places: places.map(({ id }) => id) };
}

/** The conversations that a source of ours means: more than one where several have that title. @param all the likeliest first */
export async function conversationsOf(
  ports: Ports,
  all: readonly Located[],
  source: string | null,
): Promise<readonly Located[]> {
  const isOurs = source !== null && source !== personSource && isCorrection({ source });
  const candidates = isOurs
    ? all.filter(({ place }) => source.startsWith(`${personSource}: ${place.format.assistant}, `)).slice(0, maxRead)
    : [];
  const found: Located[] = [];
  for (const one of candidates) {
    if (sourceFrom(await summaryOf(ports, one)) === source) {
      found.push(one);
    }
  }
  return found;
}
