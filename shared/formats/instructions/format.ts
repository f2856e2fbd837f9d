import type { Capabilities } from '../../contract/capabilities.ts';
import { counted, countInWords } from '../../text/counts.ts';
import type { MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { markdownArchive } from '../markdown/archive.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { instructionsLoaded, withoutBlockComments } from './imports.ts';

/** Format of free markdown that an assistant reads at each start, up to its bounds. */
function instructions(assistant: string | null, own: Partial<Capabilities>): MemoryFormat {
  const bounds = own.loaded ?? [];
  const markdown = createMarkdownFormat({ ...anyMarkdown, bounds }, markdownArchive);
  return {
    ...markdown,
    id: 'instructions',
    capabilities: { ...markdown.capabilities, assistant, ...own },
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

/** Bytes that Codex reads of each `AGENTS.md` from a project's folder down to where it works, together. */
const codexLimit = 32_768;

/** @param limit bytes left by the files above it */
const agents = (limit: number): MemoryFormat => ({
  ...instructions(null, {
    loaded: [{ unit: 'bytes', limit }],
    advice: `Codex reads ${counted(limit, 'byte', 'bytes')} of this file at most: what the files in folders above it leave of the limit for all of them together (its setting project_doc_max_bytes, else ${countInWords(codexLimit)}). Other assistants read all of it.`,
  }),
  configured: {
    file: ['config.toml'],
    home: { variable: 'CODEX_HOME', folder: '.codex' },
    together: { names: ['AGENTS.override.md', 'AGENTS.md'], limit: codexLimit },
    limitIn: codexLimitIn,
    withLimit: agents,
  },
});

/** Reads `project_doc_max_bytes` of Codex's settings, which is above all tables; null if it is missing. */
function codexLimitIn(settings: string): number | null {
  const [top = ''] = settings.split(/^[ \t]*\[/m);
  const said = /^[ \t]*project_doc_max_bytes[ \t]*=[ \t]*(\d[\d_]*)[ \t]*(?:#|\r?$)/m.exec(top)?.[1];
  const limit = Number(said?.replaceAll('_', ''));
  return Number.isSafeInteger(limit) ? limit : null;
}

/** Format of the person's own file, of which Codex reads all. */
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

/** Format of a file of which Windsurf reads up to so many characters. */
const windsurf = (limit: number): MemoryFormat => instructions('Windsurf', { loaded: [{ unit: 'characters', limit }] });
const windsurfWhole = windsurf(6000);
const windsurfRule = windsurf(12_000);

const byName: Readonly<Record<string, MemoryFormat>> = {
  'CLAUDE.md': claude,
  'CLAUDE.local.md': claude,
  'AGENTS.md': agents(codexLimit),
  'global_rules.md': windsurfWhole,
  '.cursorrules': cursorRules,
  '.windsurfrules': windsurfWhole,
};

/** True for the name of a file with rules of an assistant that does not end like one of markdown. */
export const isRulesFile = (name: string): boolean => /^\.(?:cursor|windsurf)rules$/.test(name);

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
