import { jsonForm } from './json-form.ts';
import { type ProgramId, programInWords } from './program-ids.ts';
import type { SettingForm } from './setting-form.ts';
import { tomlForm } from './toml-form.ts';
import { yamlForm } from './yaml-form.ts';

/** Program that can be set to start Contexture for its assistant. */
export type ConnectedProgram = {
  readonly id: ProgramId;
  /** Name that people use. */
  readonly label: string;
  /** Folders of its settings, by system: the first that exists. */
  readonly folders: readonly SettingsFolder[];
  /** Settings file, in that folder. */
  readonly file: string;
  /** Folder or file beside it that shows that the program is used here, if the folder alone doesn’t. */
  readonly knownBy?: string;
  readonly form: SettingForm;
  /** Step after which it reads the new setting. */
  readonly afterwards: string;
  /** Makes a command of the program that does the same; null if it has none. */
  readonly commandFor: ((name: string, server: string) => string) | null;
  /** True for a name it may have given when it connected. */
  readonly goesBy: (name: string) => boolean;
};

type Known = Omit<ConnectedProgram, 'label' | 'goesBy'> & {
  /** Further names it may give: enough to tell when it last read, but not who wrote something. */
  readonly mayCall: RegExp;
};

export type SettingsFolder =
  /** Folder below the home folder. */
  | { readonly home: string }
  /** Folder that an environment variable names, and a folder below that. */
  | { readonly variable: string; readonly below: string };

const servers = jsonForm(['mcpServers']);

/** Details of each. Their settings are as described in their own documents. */
const known: readonly Known[] = [
  {
    id: 'claude-code',
    // Its file is in that folder if the variable is set, otherwise beside `.claude`.
    folders: [{ variable: 'CLAUDE_CONFIG_DIR', below: '' }, { home: '' }],
    file: '.claude.json',
    knownBy: '.claude',
    form: jsonForm(['mcpServers'], { type: 'stdio' }),
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, server) => `claude mcp add --scope user ${name} -- ${server}`,
    mayCall: /^claude[ -]code/i,
  },
  {
    id: 'claude-desktop',
    folders: [
      { home: 'Library/Application Support/Claude' },
      { variable: 'APPDATA', below: 'Claude' },
      { home: '.config/Claude' },
    ],
    file: 'claude_desktop_config.json',
    form: servers,
    afterwards: 'Quit Claude Desktop and start it again.',
    commandFor: null,
    mayCall: /^claude(?:[ -](?:ai|desktop))?$/i,
  },
  {
    id: 'cursor',
    folders: [{ home: '.cursor' }],
    file: 'mcp.json',
    form: servers,
    afterwards: 'Cursor asks whether to switch it on, or has it under Settings, MCP.',
    commandFor: null,
    mayCall: /cursor/i,
  },
  {
    id: 'vs-code',
    folders: [
      { home: 'Library/Application Support/Code/User' },
      { variable: 'APPDATA', below: 'Code/User' },
      { home: '.config/Code/User' },
    ],
    file: 'mcp.json',
    form: jsonForm(['servers'], { type: 'stdio' }),
    afterwards: 'VS Code asks whether you trust it when it first starts it.',
    commandFor: null,
    mayCall: /visual studio code|vs ?code/i,
  },
  {
    id: 'codex',
    folders: [{ variable: 'CODEX_HOME', below: '' }, { home: '.codex' }],
    file: 'config.toml',
    form: tomlForm('mcp_servers'),
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, server) => `codex mcp add ${name} -- ${server}`,
    mayCall: /codex/i,
  },
  {
    id: 'gemini-cli',
    folders: [{ home: '.gemini' }],
    file: 'settings.json',
    form: servers,
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, server) => `gemini mcp add --scope user ${name} ${server}`,
    mayCall: /gemini/i,
  },
  {
    id: 'hermes',
    folders: [{ variable: 'HERMES_HOME', below: '' }, { home: '.hermes' }],
    file: 'config.yaml',
    form: yamlForm('mcp_servers'),
    afterwards: 'Start Hermes again.',
    commandFor: null,
    // Its library gives its own name if the program gives none.
    mayCall: /hermes|^mcp$/i,
  },
  {
    id: 'openclaw',
    folders: [{ home: '.openclaw' }],
    file: 'openclaw.json',
    form: jsonForm(['mcp', 'servers']),
    afterwards: 'Its gateway reads the setting by itself.',
    commandFor: null,
    mayCall: /openclaw/i,
  },
];

export const programs: readonly ConnectedProgram[] = known.map(({ mayCall, ...program }) => {
  const label = programInWords(program.id);
  return { ...program, label, goesBy: (name) => programInWords(name) === label || mayCall.test(name) };
});

export const programOf = (id: ProgramId): ConnectedProgram => {
  const found = programs.find((program) => program.id === id);
  if (found === undefined) {
    throw new RangeError(`No program is called ${id}.`);
  }
  return found;
};
