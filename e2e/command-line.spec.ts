import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decoy } from '../shared/scan/testing/decoys.ts';
import { endWithRun } from './end-with-run.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';

type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

const root = join(import.meta.dirname, '..');
const builtApp = join(root, 'out', 'cli', 'contexture.js');

/** Runs the built command line to its end. */
function contexture(args: readonly string[], dataFolder: string, input = '', cwd = root): Promise<Ended> {
  return runToEnd(process.execPath, [builtApp, ...args], dataFolder, input, cwd);
}

function runToEnd(command: string, args: readonly string[], dataFolder: string, input: string, cwd: string) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' },
      shell: process.platform === 'win32',
    });
    endWithRun(child);
    const said = { output: '', errors: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      said.output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said.errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
    child.stdin.end(input);
  });
}

test('reads a workspace, entries in prose included', async ({ workspace, dataFolder }) => {
  const ended = await contexture(['call', 'context.read', '--workspace', workspace.folder], dataFolder);
  expect(ended).toMatchObject({ code: 0, errors: '' });
  const read = JSON.parse(ended.output);
  expect(read.summary.entryCount).toBe(12);
  expect(read.entries.map((entry: { value: string }) => entry.value)).toContain('Best workouts on Wednesday evenings');
});

test('writes nothing but the file', async ({ workspace, dataFolder }) => {
  const before = await workspace.readBytes();
  for (const method of ['context.read', 'archive.files', 'settings.read']) {
    expect((await contexture(['call', method, '--workspace', workspace.folder], dataFolder)).code).toBe(0);
  }
  expect(await workspace.readBytes()).toEqual(before);
  expect(workspace.exists('.contexture')).toBe(false);
});

test('takes an assistant’s updates from standard input, all or none', async ({ workspace, dataFolder }) => {
  const update = {
    category: 'preference',
    key: 'language',
    value: 'German',
    confidence: 'certain',
    source: 'observer',
  };
  const apply = (updates: object[]) =>
    contexture(
      ['call', 'context.apply', '-', '--workspace', workspace.folder],
      dataFolder,
      JSON.stringify({ updates }),
    );

  const before = await workspace.read();
  const refused = await apply([update, { ...update, confidence: 'sure' }]);
  expect(refused.code).toBe(1);
  expect(refused.output).toBe('');
  expect(JSON.parse(refused.errors).code).toBe('updates_invalid');
  expect(await workspace.read()).toBe(before);

  const applied = await apply([update]);
  expect(applied).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(applied.output).change).not.toBeNull();
  const after = await workspace.read();
  expect(after).toMatch(/^- .*language: German$/m);
  expect(after).toContain('version: 16');
});

test('starts a memory in an empty folder only when asked to', async ({ workspace, dataFolder }) => {
  await workspace.remove();
  const folder = workspace.path('empty');
  await mkdir(folder);
  const refused = await contexture(['call', 'context.read', '--workspace', folder], dataFolder);
  expect(refused.code).toBe(1);
  const taken = await contexture(['call', 'context.read', '--workspace', folder, '--start-empty'], dataFolder);
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(taken.output).summary.status).toBe('missing');
});

test('reports errors in a sentence, with the code and without a stack trace', async ({ workspace, dataFolder }) => {
  await writeFile(workspace.path('binary.md'), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  await symlink(workspace.path('nowhere'), workspace.path('dangling.md'));
  const cases: [string[], number, string | RegExp][] = [
    [['call', 'context.read', '--workspace', workspace.path('nowhere')], 1, 'not_found'],
    [['call', 'context.read', '--workspace', workspace.path('dangling.md')], 1, 'not_found'],
    [['call', 'context.read', '{"limit": 0}', '--workspace', workspace.folder], 2, 'invalid_request'],
    [['call', 'context.read', '{limit}', '--workspace', workspace.folder], 2, 'invalid_request'],
    [['call', 'context.read'], 2, 'invalid_request'],
    [['call', 'context.burn', '--workspace', workspace.folder], 2, 'unknown_method'],
    [['call', 'context.undo', '{"change":"none"}', '--workspace', workspace.folder], 1, 'change_unknown'],
  ];
  for (const [args, code, errorCode] of cases) {
    const ended = await contexture(args, dataFolder);
    expect({ args, code: ended.code, output: ended.output }).toEqual({ args, code, output: '' });
    const error = JSON.parse(ended.errors);
    expect(error.code).toBe(errorCode);
    expect(error.message).toMatch(/^\S.*[.”]$/);
    expect(ended.errors).not.toContain('    at ');
  }
});

test('warns about a secret in typed or imported text, and saves it', async ({ workspace, dataFolder }) => {
  await workspace.create('- likes tea\n', 'MEMORY.md');
  const memory = ['--workspace', workspace.path('MEMORY.md')];
  const said = { code: 0, errors: 'Holds what looks like a GitHub token.\n' };
  expect(await contexture(['add', `the token is ${decoy}`, ...memory], dataFolder)).toMatchObject(said);
  expect(await contexture(['edit', 'likes tea', `use ${decoy}0`, ...memory], dataFolder)).toMatchObject({
    code: 0,
  });
  const list = `- second token ${decoy}\n- has a cat\n`;
  expect(await contexture(['import', '-', ...memory], dataFolder, list)).toMatchObject(said);
  expect(await contexture(['remove', 'has a cat', ...memory], dataFolder)).toMatchObject({ code: 0, errors: '' });
});

test('ends once a text is erased everywhere', async ({ workspace, dataFolder }) => {
  await workspace.create('- keeps a zebrafish\n', 'MEMORY.md');
  const asked = ['call', 'erase.carryOut', '{"target": {"text": "zebrafish"}, "word": "erase"}'];
  const memory = ['--workspace', workspace.path('MEMORY.md')];
  const ended = await contexture([...asked, ...memory], dataFolder);
  expect(ended).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(ended.output).left).toEqual([]);
  const after = await contexture(['call', 'erase.returned', ...memory], dataFolder);
  expect(JSON.parse(after.output)).toEqual({ returned: [], interrupted: null });
});

test('lists its methods with their schemas', async ({ dataFolder }) => {
  const ended = await contexture(['methods'], dataFolder);
  expect(ended).toMatchObject({ code: 0, errors: '' });
  const names = JSON.parse(ended.output).map(({ method }: { method: string }) => method);
  expect(names).toContain('context.change');
});

test('is found by npx in the checkout', async ({ dataFolder, workspace }) => {
  const npx = ['--no-install', 'contexture', 'call', 'context.read', '--workspace', workspace.folder];
  const ended = await runToEnd('npx', npx, dataFolder, '', root);
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.output).summary.path).toBe(workspace.path(contextPath));
});

test('serves the given path, even a relative one, and reports errors in it', async ({ workspace, dataFolder }) => {
  const ask = async (path: string): Promise<string> => {
    const env = { ...process.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' };
    const child = spawn(process.execPath, [builtApp, 'serve', '--no-open', path], { cwd: workspace.folder, env });
    endWithRun(child);
    let output = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ctrl+C') && !output.includes('Stopping.')) {
          child.kill('SIGINT');
        }
      });
      child.on('close', () => resolve());
    });
    expect(child.exitCode).toBe(0);
    return output;
  };
  expect(await ask('.')).toContain(workspace.contextFile);
  expect(await ask(contextPath)).toContain(workspace.contextFile);
  expect(await ask('no-such-file.md')).toMatch(/no-such-file\.md/);
});

test('lists twin entries, and settles them by a call', async ({ workspace, dataFolder }) => {
  const twins = (...args: string[]) => contexture(['twins', '-w', workspace.folder, ...args], dataFolder);
  await workspace.replace(
    '# Notes\n\n## Facts (certain)\n- diet: vegan\n- diet: vegetarian\n- Currently reads a lot\n',
  );
  expect(await twins()).toEqual({
    code: 0,
    output: [
      '“diet” says two things',
      '  diet: vegan',
      '  diet: vegetarian',
      'Currently reads a lot',
      '  This speaks of something that soon changes, and will be read long after.',
      '',
    ].join('\n'),
    errors: '',
  });
  const { twins: found, hints } = JSON.parse((await twins('--json')).output);
  expect(hints).toMatchObject([{ hint: 'changing' }]);
  const right = JSON.stringify({ id: found[0].id, answer: { choice: 'right' } });
  await contexture(['call', 'twins.settle', right, '-w', workspace.folder], dataFolder);
  expect((await twins()).output).toContain('No entries that may be one.\n1 group is right, as you said');
});

test('finds a secret in a scan, never prints it, and reports it by the exit code', async ({
  workspace,
  dataFolder,
}) => {
  const scan = (...args: string[]) => contexture(['scan', '-w', workspace.folder, ...args], dataFolder);
  expect(await scan()).toEqual({ code: 0, output: 'Nothing was found.\n', errors: '' });
  await writeFile(join(workspace.folder, contextPath), `${exampleContext}- deploy_key: use ${decoy} for now\n`);
  const found = await scan();
  expect(found).toMatchObject({ code: 1, errors: '' });
  expect(found.output).toMatch(/global\.md:\d+ a GitHub token\n {2}deploy_key: use ••• for now\n/);
  const json = await scan('--json');
  const { findings, open } = JSON.parse(json.output);
  expect([findings[0].rule, open]).toEqual(['GITHUB_TOKEN', 1]);
  expect(found.output + json.output).not.toContain(decoy);
  const fine = JSON.stringify({ id: findings[0].id, fine: true });
  await contexture(['call', 'scan.settle', fine, '-w', workspace.folder], dataFolder);
  expect(await scan()).toMatchObject({ code: 0, output: expect.stringContaining('1 finding is fine, as you said') });
});
