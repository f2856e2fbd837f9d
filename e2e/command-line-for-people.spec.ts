import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noAssistants } from './app-process.ts';
import { dayFromNow } from './context-text.ts';
import { endWithRun } from './end-with-run.ts';
import { exampleContext } from './example-context.ts';
import { test as base, expect } from './fixtures.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');

type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };
type Run = (args: readonly string[], input?: string) => Promise<Ended>;

/** Runs the built command line in the workspace’s folder, as a person there does. */
const test = base.extend<{ run: Run }>({
  run: async ({ workspace, dataFolder, homeFolder }, use) => {
    const home = { HOME: homeFolder, USERPROFILE: homeFolder, ...noAssistants };
    await use(
      (args, input = '') =>
        new Promise((resolve, reject) => {
          const child = spawn(process.execPath, [builtApp, ...args], {
            cwd: workspace.folder,
            env: { ...process.env, ...home, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1' },
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
        }),
    );
  },
});

test('shows known entries, aligned for people and as JSON for scripts, and writes nothing', async ({
  run,
  workspace,
}) => {
  const shown = await run(['show']);
  expect(shown).toMatchObject({ code: 0, errors: '' });
  const lines = shown.output.split('\n');
  expect(lines[0]).toBe(workspace.contextFile);
  expect(lines[1]).toMatch(/^\d+ of 2,000 tokens \(\d+ %\) in 12 entries$/);
  expect(lines.slice(2, 6)).toEqual([
    ...['', 'Preferences', '   0  certain    -           unit_preference: metric'],
    '   1  certain    -           response_style: concise',
  ]);
  expect(shown.output).toContain('\n\nInsights\n   9  tentative  -           Performance tends to drop');

  const { entries, summary } = JSON.parse((await run(['show', '--json'])).output);
  expect([entries.length, entries[11].line, entries[11].confidence, summary.entryCount]).toEqual([
    12,
    11,
    'tentative',
    12,
  ]);
  expect(await workspace.read()).toBe(exampleContext);
  expect(workspace.exists('.contexture')).toBe(false);

  await workspace.create('measure: words\n', '.contexture/settings.yaml');
  const lacking = (await run(['show'])).output.split('\n');
  expect(lacking[2]).toBe('measure in settings.yaml is neither “estimate” nor “count”, so the estimate is used.');
});

test('undoes the latest change, names it, and lists what can be undone', async ({ run, workspace }) => {
  expect((await run(['undo'])).output).toBe('There is nothing to undo.\n');
  expect((await run(['undo', '--list'])).output).toBe('There is nothing to undo.\n');
  await run(['remove', 'routine']);
  await run(['edit', 'language', 'German']);
  const listed = (await run(['undo', '--list'])).output;
  expect(listed.replaceAll(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} {2}/gm, '')).toBe(
    'Corrected “language”\nDeleted “current_routine”\n',
  );
  expect((await run(['undo'])).output).toBe('Undone: Corrected “language”.\n');
  expect(await run(['undo'])).toMatchObject({ code: 0, output: 'Undone: Deleted “current_routine”.\n' });
  expect(await workspace.read()).toContain('- current_routine: push-pull-legs');
  expect(await workspace.read()).toContain('- language: English');
  expect((await run(['undo', '--list'])).output).toBe('There is nothing to undo.\n');
  expect(JSON.parse((await run(['undo', '--json'])).output)).toEqual({ undone: null, result: null });
});

test('adds, corrects, archives, finds, restores and removes as the person, on exactly the given lines', async ({
  run,
  workspace,
}) => {
  const today = dayFromNow();
  const done = async (...args: string[]): Promise<string> => {
    const ended = await run(args);
    expect({ args, ...ended }).toMatchObject({ code: 0, errors: '' });
    return ended.output;
  };
  expect(await done('add', 'shoe_size: 42', '--category', 'fact')).toBe('Added “shoe_size”.\n');
  expect(await done('add', 'Picks up kids at 3:30')).toBe('Added “Picks up kids at 3:30”.\n');
  expect(await done('edit', 'language', 'German')).toBe('Corrected “language”.\n');
  expect(await done('edit', 'usual', '--confidence', 'certain', '--pin')).toBe('Changed “usual_time_of_day”.\n');
  expect(await done('edit', 'shoe_size', '--key', 'shoes')).toBe('Corrected “shoe_size”.\n');
  expect(await done('archive', 'wednesday evenings')).toBe('Archived “Best workouts on Wednesday evenings”.\n');
  expect(await done('remove', 'routine')).toBe('Deleted “current_routine”.\n');
  const text = await workspace.read();
  for (const line of [
    `- [${today}|certain|user_correction] shoes: 42`,
    `- [${today}|certain|user_correction] Picks up kids at 3:30`,
    `- [${today}|certain|user_correction|undated] language: German`,
    `- [${today}|certain|parsed_from_file|pinned|confirmed|undated] usual_time_of_day: morning`,
    '- response_style: concise',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toMatch(/current_routine|Wednesday evenings/);

  const archive = `global-${today}.md`;
  expect(await done('search', 'WORKOUTS', 'best')).toBe(
    `Nothing in the memory.\n\nArchived (1)\n  tentative  ${today}  Best workouts on Wednesday evenings  (${archive})\n`,
  );
  expect(await done('search', 'shoes')).toMatch(/^Facts\n {2}\d+ {2}certain {4}\S+ {2}shoes: 42\n$/);
  expect(await done('restore', 'wednesday evenings')).toBe('Restored “Best workouts on Wednesday evenings”.\n');
  expect(await workspace.read()).toContain('Best workouts on Wednesday evenings\n');
  await done('archive', 'wednesday evenings');
  await done('archive', 'protein');
  expect(await done('restore', '--file', archive)).toBe('Restored 2 entries.\n');
});

test('takes an assistant’s updates from a file or standard input', async ({ run, workspace }) => {
  const update = { category: 'insight', key: 'tea', value: 'calms', confidence: 'likely', source: 'observer' };
  await workspace.create(JSON.stringify([update]), 'updates.json');
  expect(await run(['apply', 'updates.json', '--assistant', 'observer'])).toMatchObject({
    code: 0,
    output: 'Learned “tea”.\n',
  });
  expect((await run(['apply', '-'], JSON.stringify({ updates: [{ ...update, value: 'wakes' }] }))).code).toBe(0);
  expect(await workspace.read()).toContain(`- [${dayFromNow()}|likely|observer] tea: wakes\n`);
  for (const input of ['{"updates": 7}', '[{]', '7']) {
    expect(await run(['apply', '-'], input)).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('are not JSON'),
    });
  }
  expect(await run(['apply', '-'], '[{"key": "x"}]')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('none was applied'),
  });
});

test('prints problems as file:line:col code message, and reports them by the exit code', async ({ run, workspace }) => {
  await workspace.replace(exampleContext.replace('- language: English', '- [2026-02-30] language: English'));
  expect(await run(['check', 'logs/context/global.md'])).toEqual({
    code: 1,
    output: expect.stringContaining(
      'logs/context/global.md:12:4 date_impossible The date 2026-02-30 of “language” does not exist, so it counts as unknown.\n',
    ),
    errors: '',
  });
  expect(await run(['check', '-'], '')).toEqual({ code: 0, output: '', errors: '' });
  const asJson = JSON.parse((await run(['check', '-', '--json'], '## Facts\n')).output);
  expect(asJson).toMatchObject([{ file: 'standard-input', line: 1, column: 1, code: 'frontmatter_missing' }]);
  await workspace.replace(Buffer.from('- tea\n- caf\xe9\n', 'latin1'), 'latin.md');
  expect(await run(['check', 'latin.md'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('latin.md:2:6 not_text There are bytes here that are not UTF-8'),
  });
  await workspace.replace(Buffer.from([0xff, 0xfe, 0x00]), 'binary.md');
  expect(await run(['check', 'binary.md'])).toMatchObject({ code: 1, errors: 'binary.md is not text in UTF-8.\n' });
});

test('shows and searches lines after a code block that never ends', async ({ run, workspace }) => {
  await workspace.create('# Log\n\n- tea\n\n```\n## Asked\n\n- Ann moved to Oslo\n', 'MEMORY.md');
  const told = 'Line 5: The code block that begins here never ends, so nothing after it is read as an entry.\n';
  expect((await run(['show', '-w', 'MEMORY.md'])).output).toContain(
    `  0  tea\n\n${told}  line 5  \`\`\`\n  line 6  ## Asked\n  line 8  - Ann moved to Oslo\n`,
  );
  expect((await run(['search', 'oslo', '-w', 'MEMORY.md'])).output).toBe(`${told}  line 8  - Ann moved to Oslo\n`);
  expect((await run(['search', 'bergen', '-w', 'MEMORY.md'])).output).toBe('Nothing in the memory.\n');
});

test('fills a template to the byte', async ({ run, workspace }) => {
  await workspace.create('Today is {{today}}.\r\n{{global_context}}\r\n{{more}}', 'system.md');
  const { code, output } = await run(['prompt', '--template', 'system.md']);
  expect(code).toBe(0);
  expect(output).toMatch(/^Today is \d{4}-\d\d-\d\d\.\r\n<global-context>\n0-- unit_preference: metric\n/);
  expect(output).toMatch(
    /\n11-- Recovery seems faster with protein intake > 150g\n<\/global-context>\r\n\{\{more\}\}$/,
  );
  expect((await run(['prompt'])).output).toContain('Leave out:');
});

test('reports errors in a sentence or as JSON, with an exit code for each kind', async ({ run, workspace }) => {
  const cases: [string[], number, RegExp][] = [
    [['remove', 'coffee'], 3, /^No entry is called “coffee”/],
    [
      ['edit', 'e', 'x'],
      3,
      /^\d+ entries match “e”\. Be more specific, or add --line:\n {2}0 {2}unit_preference: metric\n/,
    ],
    [['remove', 'language', '--line', '0'], 3, /^Line 0 reads “unit_preference: metric”/],
    [['restore', 'anything'], 3, /^There is nothing in the archive\.$/m],
    [['add', 'language: French'], 1, /“language” is known already: “English”/],
    [['add', ' '], 1, /needs a text/],
    [['show', '--workspace', 'nowhere'], 1, /^There is nothing at .*nowhere/],
    [['check', 'nothing.md'], 1, /^There is no file nothing\.md\.$/m],
    [['prompt', '--template', '.'], 1, /^\. is a folder/],
    [['edit', 'language'], 2, /Say what is to be different/],
    [['remove', 'language', '--line', 'x'], 2, /A line is a number/],
    [['add', 'x', '--category', 'secret'], 2, /Allowed choices are preference, pattern, fact, insight/],
    [['restore'], 2, /Name what to restore/],
    [['archive'], 2, /missing required argument 'which'/],
    [['show', '--colour'], 2, /unknown option/],
  ];
  for (const [args, code, message] of cases) {
    const ended = await run(args);
    expect({ args, ...ended }).toMatchObject({ code, output: '', errors: expect.stringMatching(message) });
    expect(ended.errors).not.toContain('    at ');
  }
  const { errors } = await run(['remove', 'coffee', '--json']);
  expect(JSON.parse(errors)).toMatchObject({ code: 'entry_unclear', details: { matches: [] }, retry: false });
  expect(await workspace.read()).toBe(exampleContext);
});

test('offers on another assistant’s memory only what its form supports', async ({ run, workspace }) => {
  const name = join('.hermes', 'memories', 'MEMORY.md');
  const kept = ['Name: Maren', 'likes tea', 'sings'].join('\n§\n');
  await workspace.create(kept, name);
  const on = (...args: string[]) => run([...args, '-w', workspace.path(name)]);
  const says = (text: string) => expect(workspace.read(name)).resolves.toBe(text);
  const shown = (await on('show')).output.split('\n');
  expect(shown.slice(1, 6)).toEqual([
    expect.stringMatching(/^31 of 2,200 characters \(1 %\) in 3 entries$/),
    ...['', '  0  Name: Maren', '  1  likes tea', '  2  sings'],
  ]);
  await on('edit', 'Name', 'Maren Holm', '--confirm', '--pin');
  await on('add', 'Zone: Lisbon');
  await on('archive', 'likes tea');
  await on('remove', 'sings');
  await says(['Name: Maren Holm', 'Zone: Lisbon'].join('\n§\n'));
  expect((await on('show')).output).toContain('  0  Name: Maren Holm  [confirmed by you, pinned]\n');
  expect((await on('search', 'tea')).output).toContain(`\n  ${dayFromNow()}  likes tea  (${dayFromNow()}.md)\n`);
  await on('restore', 'likes tea');
  await says(['Name: Maren Holm', 'likes tea', 'Zone: Lisbon'].join('\n§\n'));

  for (const [args, why] of [
    [['add', 'x', '--category', 'fact'], 'has no sections of ours, so --category means nothing here.'],
    [['edit', 'tea', '--section', 'Drinks'], 'has no headings, so --section means nothing here.'],
    [['edit', 'tea', '--confidence', 'certain'], 'doesn’t say how sure its entries are, so --confidence means nothing'],
    [['restore', 'tea', '--category', 'fact'], 'has no sections of ours'],
  ] as const) {
    expect(await on(...args)).toMatchObject({ code: 2, errors: expect.stringContaining(why) });
  }
  expect(await run(['add', 'x', '--section', 'facts'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('This memory has sections of its own: use --category instead of --section.'),
  });
  expect(await run(['edit', 'language', '--confirm'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('use --confidence'),
  });
  await says(['Name: Maren Holm', 'likes tea', 'Zone: Lisbon'].join('\n§\n'));
});

test('prints help with examples for every command', async ({ run }) => {
  const { output } = await run(['--help']);
  const commands = [
    'show',
    'search',
    'prompt',
    'check',
    'add',
    'apply',
    'edit',
    'remove',
    'archive',
    'restore',
    'serve',
    'mcp',
  ];
  for (const command of commands) {
    expect(output).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    const help = await run([command, '--help']);
    expect({ command, ...help }).toMatchObject({
      code: 0,
      output: expect.stringMatching(new RegExp(`\\n {2}(?:\\S+ \\| )?contexture ${command}`)),
    });
  }
  expect(output).toContain('Exit codes:');
});

test('passes no terminal command from headings, archive names, paths or errors on to the terminal', async ({
  run,
  workspace,
}) => {
  const hostile = 'x\u001b]0;owned\u0007\u009b2J';
  await workspace.replace(`## ${hostile}\n- a: ${hostile}\n\n## Facts (certain)\n- ${hostile}: b\n`);
  const archives = join(dirname(workspace.contextFile), 'archive');
  mkdirSync(archives, { recursive: true });
  writeFileSync(join(archives, `${hostile}.md`), `# ${hostile}\n\n## ${hostile}\n- c: ${hostile}\n`);
  const archive = join(archives, `${hostile}.md`);
  const commands = [['show'], ['search', 'c'], ['check', workspace.contextFile], ['check', archive], ['prompt']];
  const refused = [['show', hostile], ['remove', hostile], ['restore', hostile], ['check', hostile], [hostile]];
  let said = '';
  for (const args of [...commands, ...refused]) {
    for (const json of [[], ['--json']]) {
      const { output, errors } = await run([...args, ...json]);
      said += `${output}${errors}`;
    }
  }
  expect(said).toContain('U+001B');
  expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test.describe('with homes of four assistants', () => {
  test.use({ homeWith: 'four assistants' });

  test('lists every memory with what needs attention, and finds entries in all of them', async ({
    run,
    homeFolder,
  }) => {
    writeFileSync(join(homeFolder, '.hermes/memories/USER.md'), 'x'.repeat(1400));
    const listed = await run(['memories']);
    expect(listed).toMatchObject({ code: 0, errors: '' });
    const hermesLines = listed.output.split('\n\n').find((group) => group.startsWith('Hermes\n'));
    expect(hermesLines?.split('\n').slice(-3)).toEqual([
      '  About you, 1 entry, 1,400 of 1,375 characters',
      `    ${join(homeFolder, '.hermes/memories/USER.md')}`,
      '    ! Over its limit: 1,400 of 1,375 characters.',
    ]);
    const { memories } = JSON.parse((await run(['memories', '--json'])).output);
    expect(memories).toHaveLength(9);

    const found = await run(['memories', 'green', 'tea']);
    expect(found).toMatchObject({ code: 0, errors: '' });
    expect(found.output.split('\n').filter((line) => line.startsWith('  '))).toEqual([
      '  likes green tea',
      '  drinks green tea at four',
    ]);
    expect((await run(['memories', 'nobody wrote this'])).output).toBe('Nothing in any memory.\n');
  });

  test('shows any of them by its file or its folder', async ({ run, homeFolder }) => {
    for (const path of ['.claude/projects/-gone-away-old-thing/memory', '.openclaw/workspace/MEMORY.md']) {
      const shown = await run(['show', '-w', join(homeFolder, path)]);
      expect(shown).toMatchObject({ code: 0, errors: '' });
      expect(shown.output).toContain('green tea');
    }
  });
});
