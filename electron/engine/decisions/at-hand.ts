import { isOfPerson } from '#shared/entries/losses.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { createHistory } from '../history/history.ts';
import { latestOf } from '../history/history-lines.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { decisionsFileName, decisionsSchema } from './decisions-file.ts';
import { heldDecision } from './held-decision.ts';
import { carryLosses, type LostEntry, newLosses } from './losses.ts';
import { isFollowed, readLosses, withItems } from './read-losses.ts';

type AtHand = { readonly layout: WorkspaceLayout; readonly dataFolder: string };
type Now = { readonly document: MemoryDocument; readonly hash: string };

const maxBytes = 4 * 1024 * 1024;

/** Counts what waits for the person in a memory that is not open, by saved decisions and the history since. */
export async function decisionsAtHand(ports: Ports, { layout, dataFolder }: AtHand, now: Now) {
  const path = ports.paths.join(dataFolder, decisionsFileName);
  const read = await ports.files.read(path, { maxBytes });
  const text = read.state === 'present' ? ports.decodeText(read.bytes) : null;
  const stored = decisionsSchema.safeParse(parseJson(text ?? '')).data;
  if (stored === undefined) {
    return { overwritten: 0, held: 0 };
  }
  const history = createHistory(ports, () => ports.paths.join(dataFolder, 'history'), { read: layout.read });
  const lines = await history.lines();
  const next = lines.filter((line) => isFollowed(line, stored.checked, layout));
  const { losses } = await readLosses({ ports, history, layout }, stored.losses, next);
  const last = latestOf(lines, layout.contextName);
  const before = last === undefined || last.hash === now.hash ? null : await history.documentOf(last);
  const carry = (items: LostEntry[]) => (before === null ? items : carryLosses(items, before, now.document, 'outside'));
  const lost = withItems(losses, carry).flatMap(({ items }) => items);
  const since = before === null ? [] : newLosses(lost, before, now.document, 'outside', ports.newId);
  return {
    overwritten: [...lost, ...since].filter(({ yours }) => isOfPerson(yours)).length,
    held: stored.held.flatMap((each) => heldDecision(each, now.document.entries, losses, layout.format)).length,
  };
}
