import type { conversationOriginMethods, Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { refOf } from '#shared/entries/entry.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { OpenWorkspace } from '../../workspace/workspace.ts';
import type { createCatalogue, Located } from '../catalogue.ts';
import { summaryOf } from '../read-conversation.ts';
import { goingOnAt } from './going-on.ts';
import { createLearned } from './learned.ts';
import { namedIn } from './named.ts';
import { findWriting } from './writing.ts';

type Services = {
  readonly of: (workspace: string) => Promise<OpenWorkspace>;
  readonly catalogue: ReturnType<typeof createCatalogue>;
  readonly tellChange: () => void;
};

export function originMethods(
  ports: Ports,
  { of, catalogue, tellChange }: Services,
): HandlersOf<typeof conversationOriginMethods> {
  const learned = createLearned(ports);
  const find = (open: OpenWorkspace, ref: EntryRef): ParsedEntry =>
    createEntryFinder(open.contextFile.document().entries).require(ref);

  async function originOf(found: Located, how: OriginKind, at: number | null, isInferred: boolean): Promise<Origin> {
    const { id: conversation, title, assistant, startedAt, changedAt } = await summaryOf(ports, found);
    return { conversation, title, assistant, startedAt, changedAt, how, at, isInferred };
  }

  return {
    'conversations.origin': async ({ workspace, entry: ref }) => {
      const open = await of(workspace);
      const entry = find(open, ref);
      const all = await catalogue.list();
      const origins: Origin[] = [];
      const text = lineText(entry);
      for (const { conversation, at, text: noted } of await learned.read(open.dataFolder.current())) {
        const found = noted === text ? all.find(({ id }) => id === conversation) : undefined;
        if (found) {
          origins.push(await originOf(found, 'remembered', at, false));
        }
      }
      const topic = entry.topic === undefined ? null : open.topics.find(entry.topic);
      const named = topic?.read?.topic.session ?? namedIn(entry);
      const found = named === null ? undefined : all.find(({ path, id }) => names(ports, path, named) || id === named);
      if (found) {
        const at = topic ? await findWriting(ports, found, topic.file) : null;
        origins.push(await originOf(found, 'named', at, at !== null));
      }
      if (origins.length === 0) {
        const when = topic?.read?.topic.modified ?? entry.date;
        for (const candidate of when === null ? [] : await goingOnAt(ports, all, when)) {
          origins.push(await originOf(candidate, 'time', null, true));
        }
      }
      return { origins, missing: named !== null && !found ? named : null };
    },
    'conversations.noteLearned': async ({ workspace, conversation, at, entries }) => {
      const open = await of(workspace);
      await catalogue.of(conversation);
      const found = entries.map((entry) => find(open, entry));
      await learned.add(open.dataFolder.current(), conversation, at, found);
      tellChange();
      return {};
    },
    'conversations.learned': async ({ workspace, conversation }) => {
      const open = await of(workspace);
      const { path } = await catalogue.of(conversation);
      const { entries } = open.contextFile.document();
      const noted = (await learned.read(open.dataFolder.current())).filter((one) => one.conversation === conversation);
      const byText = new Map(entries.map((entry) => [lineText(entry), entry]));
      const known = noted.map(({ text, at }) => ({ text, at, entry: refOrNull(byText.get(text)) }));
      const texts = new Set(noted.map(({ text }) => text));
      const named = entries.flatMap((entry) => {
        const session = entry.topic === undefined ? null : open.topics.find(entry.topic)?.read?.topic.session;
        const name = session ?? namedIn(entry);
        const text = lineText(entry);
        return name !== null && names(ports, path, name) && !texts.has(text)
          ? [{ text, at: null, entry: refOf(entry) }]
          : [];
      });
      return { learned: [...known, ...named] };
    },
  };
}

const refOrNull = (entry: ParsedEntry | undefined): EntryRef | null => (entry === undefined ? null : refOf(entry));

/** Whether a memory that names a conversation, by its id or by a path of some length, means this file. */
function names({ paths }: Ports, path: string, name: string): boolean {
  const file = paths.basename(path);
  const wanted = name.split(/[/\\]/).at(-1) ?? name;
  const stem = file.replace(/\.jsonl?(\.zst)?$/, '');
  return wanted !== '' && (file === wanted || stem === wanted || stem.endsWith(`-${wanted}`));
}
