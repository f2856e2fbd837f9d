import type { ConversationPlace as PlaceView } from '#shared/contract/features/conversations.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { Ports } from '../ports.ts';
import type { Approvals } from './approvals.ts';
import { type ConversationPlace, conversationPlaces, folderOf } from './places.ts';

/** A conversation that is there, of which nothing has been read. */
export type FoundConversation = {
  readonly id: string;
  readonly place: ConversationPlace;
  readonly path: string;
  /** The id of the conversation that called this one, of a sub-agent’s; null of any other. */
  readonly parent: string | null;
  readonly bytes: number;
  readonly changedAt: number;
};

export async function placesHere(ports: Ports, approvals: Approvals): Promise<PlaceView[]> {
  const said = await approvals.read();
  return Promise.all(
    conversationPlaces.map(async (place) => {
      const folder = folderOf(ports, place);
      const info = await ports.files.info(folder).catch(() => null);
      const state = info?.kind === 'folder' ? (said[place.id] ?? 'waiting') : 'absent';
      return { id: place.id, assistant: place.format.assistant, folder, state };
    }),
  );
}

/** Every conversation in an approved place, those of sub-agents with them, the latest first. */
export async function findConversations(ports: Ports, approvals: Approvals): Promise<readonly FoundConversation[]> {
  const said = await approvals.read();
  const approved = conversationPlaces.filter(({ id }) => said[id] === 'approved');
  const found = await Promise.all(approved.map((place) => inPlace(ports, place)));
  return found.flat().sort((one, other) => other.changedAt - one.changedAt);
}

/** The one of an id, as it is now; null where nothing is there, or where it lies is not approved. */
export async function findConversation(
  ports: Ports,
  approvals: Approvals,
  id: string,
): Promise<FoundConversation | null> {
  const said = await approvals.read();
  const place = conversationPlaces.find((one) => id.startsWith(`${one.id}:`) && said[one.id] === 'approved');
  if (place === undefined) {
    return null;
  }
  const root = await ports.files.realPath(folderOf(ports, place)).catch(() => null);
  const path = id.slice(place.id.length + 1);
  return root === null ? null : lookAt(ports, place, root, path);
}

async function inPlace(ports: Ports, place: ConversationPlace): Promise<FoundConversation[]> {
  const root = await ports.files.realPath(folderOf(ports, place)).catch(() => null);
  if (root === null) {
    return [];
  }
  const paths = await Promise.all(patternsOf(place).map((pattern) => expand(ports, root, pattern.split('/'))));
  const found = await Promise.all(paths.flat().map((path) => lookAt(ports, place, root, path)));
  return found.filter((one) => one !== null);
}

const patternsOf = ({ files, subagents }: ConversationPlace): string[] => [
  files,
  ...(subagents === null ? [] : [subagents.files]),
];

/** @param root where it has to be, links resolved */
async function lookAt(
  ports: Ports,
  place: ConversationPlace,
  root: string,
  path: string,
): Promise<FoundConversation | null> {
  const real = await ports.files.realPath(path).catch(() => null);
  if (real === null || !isBelow(ports, root, real)) {
    return null;
  }
  const names = real.slice(root.length).split(/[/\\]/).filter(Boolean);
  const pattern = patternsOf(place).find((one) => fitsAll(one.split('/'), names));
  const info = pattern === undefined ? null : await ports.files.info(real).catch(() => null);
  if (info?.kind !== 'file') {
    return null;
  }
  const above = pattern === place.subagents?.files ? place.subagents?.parentOf(real, ports.paths) : undefined;
  const parent = above === undefined ? null : idOf(place, above);
  return { id: idOf(place, real), place, path: real, parent, bytes: info.size, changedAt: info.modifiedAt };
}

const idOf = (place: ConversationPlace, path: string): string => `${place.id}:${path}`;

const fitting = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

const fitsAll = (patterns: readonly string[], names: readonly string[]): boolean =>
  patterns.length === names.length && patterns.every((pattern, index) => fitting(pattern).test(names[index] ?? ''));

async function expand(ports: Ports, at: string, [next = '', ...rest]: readonly string[]): Promise<string[]> {
  const fits = fitting(next);
  const items = await ports.files.list(at).catch(() => []);
  const fitted = items.filter(({ name, kind }) => fits.test(name) && (rest.length === 0) === (kind === 'file'));
  const paths = fitted.map(({ name }) => ports.paths.join(at, name));
  return rest.length === 0 ? paths : (await Promise.all(paths.map((path) => expand(ports, path, rest)))).flat();
}
