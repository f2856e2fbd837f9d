import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectedIds, programInWords } from '../programs/program-ids.ts';
import { connectedProgram, connectedPrograms } from '../programs/programs.ts';
import { changedPart } from '../text/changed-part.ts';
import { jsonForm } from './json-form.ts';
import { freeName, ownServerOf } from './own-server.ts';
import type { ServerCommand } from './setting-form.ts';
import { tomlForm } from './toml-form.ts';
import { yamlForm } from './yaml-form.ts';

const server: ServerCommand = {
  command: '/usr/bin/node',
  args: ['/opt/contexture/out/cli/contexture.js', 'mcp', '/home/me/my notes'],
  env: {},
};
const other: ServerCommand = { ...server, command: 'node', env: { ELECTRON_RUN_AS_NODE: '1' } };

const json = jsonForm(['mcpServers']);
const toml = tomlForm('mcp_servers');
const yaml = yamlForm('mcp_servers');

/** Settings as people have them, each with the values that other programs still read. */
const texts = {
  json: [
    '',
    '{}',
    '{}\n',
    '{\n\t"theme": "dark", // mine\n\t"mcpServers": {\n\t\t"files": { "command": "npx", "args": ["-y", "x"] },\n\t}\n}\n',
    '{\r\n    "mcpServers": {},\r\n    "a": [1, 2]\r\n}\r\n',
    '{"mcpServers":{"remote":{"url":"https://example.org"}},"z":null}',
    '\uFEFF{ "a": 1 }',
  ],
  toml: [
    '',
    'model = "o9"',
    '# mine\nmodel = "o9"\n\n[mcp_servers.files]\ncommand = "npx"\nargs = ["-y"]\n\n[mcp_servers.files.env]\nA = "1"\n\n# of projects\n[projects."/home/me"]\ntrust_level = "trusted"\n',
    'a = 1\r\n[mcp_servers.files]\r\ncommand = "npx"\r\n',
    '[[list]]\na = 1\n[[list]]\na = 2\n',
  ],
  yaml: [
    '',
    'model: o9\n',
    '# mine\nmodel: o9',
    'mcp_servers:\n  files:\n    command: npx\n    args: ["-y"] # quietly\n\n# below\nafter: 1\n',
    'a: 1\nmcp_servers:\n    files:\n        command: npx\nb:\n  - 1\n',
    'mcp_servers: {}\nb: 2\n',
    'mcp_servers:\n',
    'a: 1\r\nmcp_servers:\r\n  files:\r\n    command: npx\r\n',
  ],
} as const;

describe.each([
  ['JSON', json, texts.json],
  ['TOML', toml, texts.toml],
  ['YAML', yaml, texts.yaml],
] as const)('settings in %s', (_name, form, examples) => {
  test.each(examples)('add a server and leave everything else as it is: %j', (before) => {
    const names = form.read(before)?.map(({ name }) => name);
    const after = form.put(before, 'contexture', server) ?? '';
    expect(form.read(after)).toEqual([...(form.read(before) ?? []), { name: 'contexture', server }]);
    expect(names).not.toContain('contexture');
    // Only blanks were removed for it.
    const { from, removed } = changeOf(before, after);
    expect(removed.replace(/[\s,{}]/g, '').replace(/^mcp_servers:$/, '')).toBe('');
    expect(after.slice(0, from)).toBe(before.slice(0, from));
  });

  test.each(examples)('replace the server of that name, and remove it: %j', (before) => {
    const first = form.put(before, 'contexture', server) ?? '';
    const second = form.put(first, 'contexture', other) ?? '';
    expect(form.read(second)).toEqual([...(form.read(before) ?? []), { name: 'contexture', server: other }]);
    const without = form.remove(second, 'contexture') ?? 'none';
    expect(form.read(without)).toEqual(form.read(before));
    expect(form.remove(without, 'contexture') ?? without).toBe(without);
  });
});

test('removes the last server from one-line JSON and leaves its brackets', () => {
  const text = '{"mcpServers":{"mine":{"command":"a"},"contexture":{"command":"node"}},"theme":"dark"}';
  expect(json.remove(text, 'contexture')).toBe('{"mcpServers":{"mine":{"command":"a"}},"theme":"dark"}');
});

test.each([
  [
    json,
    '{ "mcpServers": { "contexture": { "command": "old", "args": ["x"], "env": { "A": "1" }, "disabled": true } } }',
    '{ "mcpServers": { "contexture": { "command": "new", "args": ["y", "mcp"], "env": { "A": "1" }, "disabled": true } } }',
  ],
  [
    json,
    '{\n  "mcpServers": {\n    "contexture": { // mine\n      "command": "old",\n      "args": [\n        "x"\n      ], // words\n      "timeout": 1.0e3,\n    },\n  }\n}\n',
    '{\n  "mcpServers": {\n    "contexture": { // mine\n      "command": "new",\n      "args": [\n        "y",\n        "mcp"\n      ], // words\n      "timeout": 1.0e3,\n    },\n  }\n}\n',
  ],
  [
    toml,
    '[mcp_servers.contexture] # mine\ncommand = "old" # one\nargs = [\n  "x", # word\n] # two\nstartup_timeout_sec = 20\n\n[mcp_servers.contexture.env]\nA = "1"\n\n[z]\nb = 1\n',
    '[mcp_servers.contexture] # mine\ncommand = "new" # one\nargs = [ "y", "mcp" ] # two\nstartup_timeout_sec = 20\n\n[mcp_servers.contexture.env]\nA = "1"\n\n[z]\nb = 1\n',
  ],
  [
    yaml,
    'mcp_servers:\n  contexture: # mine\n    command: old # one\n    args:\n      - x\n    timeout: 20 # long\n    env:\n      A: "1"\nz: 1\n',
    'mcp_servers:\n  contexture: # mine\n    command: new # one\n    args:\n      - y\n      - mcp\n    timeout: 20 # long\n    env:\n      A: "1"\nz: 1\n',
  ],
  [
    yaml,
    'mcp_servers:\r\n  contexture:\r\n    args: [x] # two\r\n    timeout: 20\r\n    command: "old"\r\n',
    'mcp_servers:\r\n  contexture:\r\n    args: ["y", "mcp"] # two\r\n    timeout: 20\r\n    command: new\r\n',
  ],
])('keeps other settings of a connection it changes: %#', (form, before, after) => {
  expect(form.put(before, 'contexture', { command: 'new', args: ['y', 'mcp'], env: {} })).toBe(after);
});

test('removes a server only from settings that name servers', () => {
  for (const text of ['', '{}', '{"mcpServers": null}']) {
    expect(json.remove(text, 'contexture'), text).toBeNull();
  }
});

test('replaces a null in the place of the servers', () => {
  const before = '{\n  "mcpServers": null, // none yet\n  "a": 1\n}\n';
  const after = json.put(before, 'b', { command: 'x', args: [], env: {} });
  expect(after).toBe(
    '{\n  "mcpServers": {\n    "b": {\n      "command": "x",\n      "args": []\n    }\n  }, // none yet\n  "a": 1\n}\n',
  );
});

test('keeps a comment beside its setting', () => {
  const after = (text: string): string => json.put(text, 'b', { command: 'x', args: [], env: {} }) ?? '';
  const added = '    "b": {\n      "command": "x",\n      "args": []\n    }';
  const around = (inner: string): string => `{\n  "mcpServers": {${inner}\n  }\n}\n`;
  expect(after(around('\n    "a": {} // of a'))).toBe(around(`\n    "a": {}, // of a\n${added}`));
  expect(after(around('\n    "a": {}, // of a'))).toBe(around(`\n    "a": {}, // of a\n${added},`));
  expect(after(around('\n    "a": {}, /* of a */ // too'))).toBe(around(`\n    "a": {}, /* of a */ // too\n${added},`));
  expect(after(around(' // of all'))).toBe(around(` // of all\n${added}`));
  for (const inner of ['\n    "a": {} // of a, too', '\n    "a": {}, // of a', '\n    "a": {}']) {
    expect(json.remove(after(around(inner)), 'b')).toBe(around(inner));
  }
  expect(json.remove(around('\n    "b": {}, // of b\n    // of a\n    "a": {}'), 'b')).toBe(
    around('\n    // of a\n    "a": {}'),
  );
});

test('refuses settings it can’t read', () => {
  for (const text of ['{', '[1]', '{"mcpServers": 3}', "{ mcpServers: 'JSON5' }"]) {
    expect(json.put(text, 'contexture', server), text).toBeNull();
  }
  for (const text of ['[', 'mcp_servers = 3', 'a = 1\na = 2', 'mcp_servers = { files = { command = "npx" } }']) {
    expect(toml.put(text, 'contexture', server), text).toBeNull();
  }
  for (const text of [': :', '- 1', 'mcp_servers: 3', 'a: 1\na: 2', 'mcp_servers: { files: { command: npx } }']) {
    expect(yaml.put(text, 'contexture', server), text).toBeNull();
  }
});

test('ignores servers within a table of a list or in a text', () => {
  const text = 'note = """\n[mcp_servers.contexture]\ncommand = "x"\n"""\n';
  expect(toml.read(text)).toEqual([]);
  expect(toml.remove(text, 'contexture')).toBeNull();
  const after = toml.put(text, 'contexture', server) ?? '';
  expect(after.startsWith(text)).toBe(true);
  expect(toml.remove(after, 'contexture')).toBe(text);
  expect(toml.remove(toml.put('[mcp_servers]\n', 'contexture', server) ?? '', 'contexture')).toBe('[mcp_servers]\n');
});

test('keeps the values of any JSON, whatever its layout', () => {
  const settings = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  fc.assert(
    fc.property(settings, fc.constantFrom(undefined, 2, 4, '\t'), (value, indent) => {
      const before = JSON.stringify(value, null, indent);
      const after = json.put(before, 'contexture', server);
      if (Object.hasOwn(value, 'mcpServers')) {
        return;
      }
      expect(JSON.parse(after ?? 'null')).toEqual({
        ...JSON.parse(before),
        mcpServers: { contexture: expect.anything() },
      });
    }),
  );
});

test('recognizes Contexture’s own server by its command and arguments', () => {
  expect(ownServerOf(server)).toEqual({ script: server.args[0], folder: '/home/me/my notes' });
  expect(ownServerOf({ command: 'npx', args: ['contexture', 'mcp', '--agent', '/n'], env: {} })).toEqual({
    script: null,
    folder: '/n',
  });
  expect(ownServerOf({ command: 'C:\\app\\contexture.js', args: ['mcp'], env: {} })).toEqual({
    script: 'C:\\app\\contexture.js',
    folder: null,
  });
  expect(
    ownServerOf({ command: 'node', args: ['/opt/contexture/out/cli/contexture.js', 'serve'], env: {} }),
  ).toBeNull();
  expect(ownServerOf({ command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'], env: {} })).toBeNull();
});

const odd: readonly ServerCommand[] = [
  {
    command: "C:\\Users\\Zoë O'Hara 记\\AppData\\Local\\Programs\\contexture\\Contexture.exe",
    args: ['C:\\Program Files (x86)\\50% $x\\app.asar\\out\\cli\\contexture.js', 'mcp', 'D:\\my notes\\', '"', "'", ''],
    env: { ELECTRON_RUN_AS_NODE: '1', CONTEXTURE_DATA_DIR: 'D:\\Daten & Fakten' },
  },
  { command: '/home/me/it\'s "here" $HOME `id`/bin/contexture-mcp', args: ['mcp', '/a\\ # é'], env: {} },
];

test.each(connectedPrograms.map((program) => [program.label, program] as const))(
  'names a server in the settings of %s exactly, in new ones and over an earlier one',
  (_, { form }) => {
    for (const one of odd) {
      const fresh = form.put('', 'contexture', one) ?? '';
      expect(form.read(fresh)).toEqual([{ name: 'contexture', server: one }]);
      expect(ownServerOf(one)?.folder).toBe(one.args.at(one.args.indexOf('mcp') + 1));
      const earlier = form.put('', 'contexture', { ...server, command: 'C:\\old\\node.exe' }) ?? '';
      expect(form.read(form.put(earlier, 'contexture', one) ?? '')).toEqual([{ name: 'contexture', server: one }]);
      expect(form.put(fresh, 'contexture', one)).toBe(fresh);
    }
  },
);

test('finds a free name, with the memory’s name if another memory is connected', () => {
  expect(freeName([], 'My Notes')).toBe('contexture');
  expect(freeName(['contexture'], 'My Notes')).toBe('contexture-my-notes');
  expect(freeName(['contexture', 'contexture-my-notes'], 'My Notes')).toBe('contexture-2');
  expect(freeName(['contexture'], '记忆')).toBe('contexture-2');
});

test('recognizes each program by the names it gives itself, and no other', () => {
  const calls = {
    'claude-code': 'claude-code',
    'claude-desktop': 'claude-ai',
    cursor: 'cursor-vscode',
    'vs-code': 'Visual Studio Code',
    codex: 'codex-mcp-client',
    'gemini-cli': 'gemini-cli-mcp-client',
    hermes: 'mcp',
    openclaw: 'openclaw-bundle-mcp',
  };
  for (const [id, name] of Object.entries(calls)) {
    expect(connectedPrograms.find((program) => program.goesBy(name))?.id).toBe(id);
  }
  expect(connectedProgram('codex').label).toBe('Codex');
});

test.each([
  ['claude-code', 'Claude Code'],
  ['claude-ai', 'Claude Desktop'],
  ['cursor-vscode', 'Cursor'],
  ['Visual Studio Code', 'VS Code'],
  ['visual-studio-code', 'VS Code'],
  ['codex-mcp-client', 'Codex'],
  ['gemini-cli-mcp-client', 'Gemini CLI'],
  ['Hermes', 'Hermes'],
  ['openclaw-bundle-mcp', 'OpenClaw'],
  // Other programs also use these names.
  ['mcp', 'mcp'],
  ['claude', 'claude'],
  ['gemini', 'gemini'],
  ['codex of laws', 'codex of laws'],
  ['constructor', 'constructor'],
])('shows the program %s as %s', (name, shown) => {
  expect(programInWords(name)).toBe(shown);
});

test('counts a program under the name it is shown by', () => {
  for (const name of ['visual-studio-code', 'Visual Studio Code', 'VS Code', 'claude-ai']) {
    expect(connectedPrograms.find((program) => program.goesBy(name))?.label).toBe(programInWords(name));
  }
  expect(connectedPrograms.map(({ id }) => id)).toEqual(connectedIds);
});

function changeOf(before: string, after: string): { readonly from: number; readonly removed: string } {
  const part = changedPart(after, before);
  return { from: part.from, removed: before.slice(part.from, part.to) };
}
