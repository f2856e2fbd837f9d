import { type AssistantText, assistantText, type Given } from '#shared/prompt/assistant-text.ts';
import { renderContext } from '#shared/prompt/render-context.ts';
import type { OpenWorkspace } from './workspace.ts';

/** The text an assistant starts with: the files that are read, then the memory itself as numbered lines. */
export function assistantTextOf(open: OpenWorkspace): AssistantText & { readonly limit: number } {
  const { memoryFiles, manager, place, settings } = open;
  const files = memoryFiles.read().map((file): Given => ({ kind: 'file', ...file }));
  const document = manager.document();
  // A memory of another assistant is given to that one as it stands.
  const own = place.format.id === 'context' ? renderContext(document.entries) : document.text;
  const limit = settings.current().settings.maxTokens;
  const given: Given[] = [...files, { kind: 'context', name: open.contextFileName, text: own }];
  return { ...assistantText(given, limit, open.rules().measure), limit };
}
