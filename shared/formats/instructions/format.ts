import type { Capabilities } from '../../contract/features/memory.ts';
import type { MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { markdownArchive } from '../markdown/archive.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { withoutBlockComments } from './block-comments.ts';

/** Free markdown that an assistant reads at each start, up to its bounds. */
function instructions(assistant: string | null, said: Partial<Capabilities>): MemoryFormat {
  const bounds = said.loaded ?? [];
  const markdown = createMarkdownFormat({ ...anyMarkdown, bounds }, markdownArchive);
  return {
    ...markdown,
    id: 'instructions',
    capabilities: { ...markdown.capabilities, assistant, ...said },
    givenToAssistant: ({ text }) => ({
      guidance: null,
      memory: text.slice(0, loadedOf(text, bounds).to),
    }),
  };
}

const claude: MemoryFormat = {
  ...instructions('Claude Code', {
    advice:
      'Claude Code reads all of this file at each start, without its comments. Its makers advise 200 lines at most.',
  }),
  givenToAssistant: (document) => ({ guidance: null, memory: withoutBlockComments(document) }),
};

const agents = instructions(null, {});

const cursor = instructions('Cursor', {});

const letta = instructions('Letta', {
  advice: 'Letta reads what is in “system” at each start, and the rest on demand.',
});

/** Windsurf reads up to so many characters of a file. */
const windsurf = (limit: number): MemoryFormat => instructions('Windsurf', { loaded: [{ unit: 'characters', limit }] });
const windsurfGlobal = windsurf(6000);
const windsurfRules = windsurf(12_000);

/** By their names, or else by the folders they are in. */
export function instructionsIn(name: string, folders: readonly string[]): MemoryFormat | undefined {
  switch (name) {
    case 'CLAUDE.md':
    case 'CLAUDE.local.md':
      return claude;
    case 'AGENTS.md':
      return agents;
    case 'global_rules.md':
      return windsurfGlobal;
    default:
      return byFolder(folders);
  }
}

function byFolder(folders: readonly string[]): MemoryFormat | undefined {
  const [above, folder] = folders.slice(-2);
  if (folder === 'rules') {
    return above === '.windsurf' ? windsurfRules : above === '.cursor' ? cursor : undefined;
  }
  return folders.includes('.letta') ? letta : undefined;
}
