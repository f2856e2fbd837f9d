import type { Operation } from '#shared/contract/changes.ts';
import type { ParsedParams } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { conversationOriginMethods } from '#shared/contract/features/conversation-origin.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { plainText } from '#shared/twins/comparable-entry.ts';
import { entriesLike } from '#shared/twins/find-twins.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { Catalogue } from '../catalogue.ts';
import { conversationSummary } from '../read-conversation.ts';
import type { createLearned } from './learned.ts';
import type { LearningWorkspace } from './learned-here.ts';
import { sourceFrom } from './named.ts';

type Services = {
  readonly of: (workspace: string) => Promise<LearningWorkspace>;
  readonly openBeside: (path: string) => Promise<LearningWorkspace>;
  readonly catalogue: Catalogue;
  readonly learned: ReturnType<typeof createLearned>;
  readonly tellChange: () => void;
};
type RememberRequest = ParsedParams<'conversations.remember'>;
type Methods = HandlersOf<
  Pick<typeof conversationOriginMethods, 'conversations.rememberPreview' | 'conversations.remember'>
>;

/** Maximum number of entries compared for similar ones, while someone types; otherwise only for the same text. */
const maxCompared = 5000;
const maxKnown = 3;

export function rememberMethods(ports: Ports, { of, openBeside, catalogue, learned, tellChange }: Services): Methods {
  async function additionTo({ workspace, to, conversation, value, category, section = '' }: RememberRequest) {
    const open = to === undefined ? await of(workspace) : await openBeside(to);
    const { capabilities } = open.layout.format;
    const source = sourceFrom(await conversationSummary(ports, await catalogue.of(conversation)));
    const operation: Operation = {
      op: 'add',
      key: null,
      value: value.trim(),
      ...(capabilities.sections
        ? { category, source }
        : { category: null, ...(section.trim() !== '' && { section: section.trim() }) }),
    };
    return { open, capabilities, params: { workspace: open.view().id, operations: [operation] } };
  }

  async function note(
    open: LearningWorkspace,
    { conversation, at }: RememberRequest,
    added: ParsedEntry,
  ): Promise<string | null> {
    try {
      const noted = { conversation, at, text: lineText(added), notedAt: ports.clock.now() };
      await learned.add(open.dataFolder.current(), noted);
      return null;
    } catch (error) {
      return toContextureError(error).message;
    }
  }

  return {
    'conversations.rememberPreview': async (request, context) => {
      const { open, capabilities, params } = await additionTo(request);
      const { entries, sections } = open.contextFile.document();
      const similar = findSameValue(entries, request.value);
      const isEmpty = request.value.trim() === '';
      return {
        name: open.view().name,
        known: similar,
        impact:
          isEmpty || similar.some(({ isSame }) => isSame)
            ? null
            : await open.methods['context.preview'](params, context),
        measure: open.contextFile.summary().tokens.measure,
        headings: capabilities.headings ? [...new Set(sections.flatMap(({ title }) => title || []))] : null,
        sections: capabilities.sections,
      };
    },
    'conversations.remember': async (request, context) => {
      const { open, params } = await additionTo(request);
      const before = new Set(open.contextFile.document().entries.map(({ raw }) => raw));
      const change = await open.methods['context.change'](params, context);
      const { entries } = open.contextFile.document();
      const text = plainText({ category: null, key: null, value: request.value });
      const isSaid = (entry: ParsedEntry): boolean => plainText(entry) === text;
      const news = entries.filter(({ raw }) => !before.has(raw));
      // Another program may have added something at the same moment.
      const added = news.find(isSaid) ?? news.at(-1) ?? entries.find(isSaid);
      const unnoted = added === undefined ? null : await note(open, request, added);
      tellChange();
      return { name: open.view().name, change, unnoted };
    },
  };
}

function findSameValue(entries: readonly ParsedEntry[], value: string) {
  const candidate = { category: null, key: null, value };
  const text = plainText(candidate);
  const isSame = (entry: ParsedEntry): boolean => plainText(entry) === text;
  const like = entries.length > maxCompared ? entries.filter(isSame) : entriesLike(entries, candidate);
  return like.slice(0, maxKnown).map((entry) => ({ text: lineText(entry), isSame: isSame(entry) }));
}
