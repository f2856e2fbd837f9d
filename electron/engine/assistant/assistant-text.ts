import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { estimate } from '#shared/entries/measure.ts';
import type { AssistantText } from '#shared/prompt/assistant-text.ts';
import { notGiven } from '#shared/prompt/guidance.ts';
import { startText } from '#shared/prompt/start-text.ts';
import { countInWords } from '#shared/text/counts.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { MemoryFiles } from './memory-files.ts';

export type AssistantTextNeeds = Pick<WorkspaceParts, 'layout' | 'links' | 'rules'> & {
  readonly memoryFiles: MemoryFiles;
  readonly contextFile: Pick<ContextFile, 'document'>;
  readonly settings: WorkspaceSettings;
};

/** The text an assistant starts with: the files that are read, then the memory itself as numbered lines. */
export function assistantTextOf(open: AssistantTextNeeds) {
  const { memoryFiles, contextFile, layout, links, settings } = open;
  const { format, today, measure: own } = open.rules();
  // An assistant’s start is limited in tokens, even if its memory is counted in something else.
  const measure = own.name === 'characters' ? estimate : own;
  const forAssistant = format.givenToAssistant(contextFile.document(), today, own.whole !== undefined);
  const limit = settings.current().settings.maxTokens;
  const withheld = links.withheld(layout.contextPath)?.message ?? null;
  const memory = { name: layout.contextFileName, text: withheld === null ? forAssistant.memory : notGiven(withheld) };
  const text = startText({ files: memoryFiles.read(), guidance: forAssistant.guidance, memory }, limit, measure);
  // The text has them in the order of the list.
  const costs = text.parts.filter(({ kind }) => kind === 'file').map(({ tokens }) => tokens);
  /** Every file on the list, read or not; a read one with its cost in the text, its label included. */
  const files: readonly MemoryFile[] = memoryFiles
    .list()
    .map((file) => (file.state === 'read' ? { ...file, tokens: costs.shift() ?? file.tokens } : file));
  const problem = text.tokens > limit ? overLimit(text, limit) : null;
  return { ...text, limit, today, files, problem, withheld };
}

const maxNamed = 20;

function overLimit({ tokens, parts }: AssistantText, limit: number): string {
  const files = parts.filter(({ kind }) => kind === 'file').sort((one, other) => other.tokens - one.tokens);
  const rest = parts.filter(({ kind }) => kind !== 'file').reduce((sum, part) => sum + part.tokens, 0);
  const fileCosts = files.slice(0, maxNamed).map((file) => `${file.name} ${countInWords(file.tokens)}`);
  const more = files.slice(maxNamed).reduce((sum, file) => sum + file.tokens, 0);
  const each = [
    ...fileCosts,
    ...(more > 0 ? [`others ${countInWords(more)}`] : []),
    `the memory ${countInWords(rest)}`,
  ].join(', ');
  const [largest] = files;
  const first = largest ? ` The largest is ${largest.name} with ${countInWords(largest.tokens)}.` : '';
  return `All an assistant starts with has ${countInWords(tokens)} tokens, over the limit of ${countInWords(limit)}.${first} Each: ${each}. Assistants get it up to the limit, with a line that says so. To give them all of it, take a file off the list, shorten one, or raise the limit.`;
}
