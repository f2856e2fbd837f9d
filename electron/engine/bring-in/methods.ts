import { createEntryMatcher } from '#shared/bring-in/known.ts';
import { readList } from '#shared/bring-in/read-list.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';

type Needs = { readonly contextFile: Pick<ContextFile, 'document'> };

export const bringInHandlers: WorkspaceHandlers<'bringIn', Needs> = {
  'bringIn.read': async ({ contextFile }, { text }) => {
    const matcher = createEntryMatcher(contextFile.document().entries);
    const items = readList(text).map((item) => {
      const match = matcher.of(item);
      const isRepeated = matcher.isRepeated(item);
      return {
        ...item,
        state: isRepeated ? ('repeated' as const) : (match?.how ?? ('new' as const)),
        known: match && lineText(match.entry),
      };
    });
    return { items };
  },
};
