import type { Capabilities } from '../../contract/capabilities.ts';
import type { MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { markdownArchive } from '../markdown/archive.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { withoutBlockComments } from './block-comments.ts';
import { instructionsLoaded } from './imports.ts';

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
      'Claude Code reads all of this file at each start, without its comments, and the files it names with @path. Its makers advise 200 lines at most.',
  }),
  givenToAssistant: (document) => ({ guidance: null, memory: withoutBlockComments(document) }),
  imports: { deepest: 4, load: instructionsLoaded },
};

/** Bytes of `AGENTS.md` that Codex reads. */
const codexLimit = 32_768;

const agents = instructions(null, {
  loaded: [{ unit: 'bytes', limit: codexLimit }],
  advice:
    'Codex reads 32,768 bytes at most of this file and of others above it together (its setting project_doc_max_bytes). Other assistants read all of it.',
});
/** The person's own, of which Codex reads all. */
const agentsOfPerson = instructions('Codex', { advice: 'Codex reads all of this file at each start.' });

const cursorRules = instructions('Cursor', { advice: 'Cursor reads all of this file at each start.' });
const cursorRule = instructions('Cursor', {
  advice:
    'Cursor reads this rule at each start only where its frontmatter says “alwaysApply: true”; else where it fits what is done.',
});

const lettaSystem = instructions('Letta', { advice: 'Letta reads all of this file at each turn.' });
const lettaNotes = instructions('Letta', {
  advice: 'Letta reads this file only where it needs it. What is in “system” is read at each turn.',
});

/** Windsurf reads up to so many characters of a file. */
const windsurf = (limit: number): MemoryFormat => instructions('Windsurf', { loaded: [{ unit: 'characters', limit }] });
const windsurfWhole = windsurf(6000);
const windsurfRule = windsurf(12_000);

const byName: Readonly<Record<string, MemoryFormat>> = {
  'CLAUDE.md': claude,
  'CLAUDE.local.md': claude,
  'AGENTS.md': agents,
  'global_rules.md': windsurfWhole,
  '.cursorrules': cursorRules,
  '.windsurfrules': windsurfWhole,
};

/** Whether a file of this name has rules of an assistant in it, though its name does not end like one of markdown. */
export const isRulesFile = (name: string): boolean => /^\.(?:cursor|windsurf)rules$/.test(name);

/** By their names, or else by the folders they are in. */
export function instructionsIn(name: string, folders: readonly string[]): MemoryFormat | undefined {
  if (name === 'AGENTS.md' && folders.at(-1) === '.codex') {
    return agentsOfPerson;
  }
  return Object.hasOwn(byName, name) ? byName[name] : byFolder(folders);
}

function byFolder(folders: readonly string[]): MemoryFormat | undefined {
  const above = folders[folders.lastIndexOf('rules') - 1];
  if (above === '.windsurf' || above === '.cursor') {
    return above === '.windsurf' ? windsurfRule : cursorRule;
  }
  const letta = folders.lastIndexOf('.letta');
  return letta < 0 ? undefined : folders.includes('system', letta) ? lettaSystem : lettaNotes;
}
