import { dayFromNow } from './context-text.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant, contexture, greeting, replacing, startRawServer } from './mcp-client.ts';

const name = 'Claude Code';

test.describe('an assistant’s session', () => {
  test.use({
    startWith: { 'logs/context/global.md': exampleContext, '.contexture/settings.yaml': 'token_limit: 200\n' },
  });

  test('reads, appends, replaces, deletes, meets the person’s edits, exceeds the limit and reconnects', async ({
    workspace,
    dataFolder,
  }) => {
    const today = dayFromNow();
    const person = (...args: string[]) => contexture(workspace.folder, dataFolder, ...args);
    const assistant = await connectAssistant(workspace.folder, dataFolder, name);

    // It gets the known entries without asking.
    expect(assistant.client.getInstructions()).toContain('\n2-- language: English\n');
    const begin = await assistant.lines();
    expect(begin).toHaveLength(12);
    expect(begin[10]).toBe('10-- Best workouts on Wednesday evenings');

    const appended = await assistant.call('append_context', { content: 'Picks up kids at 3:30' });
    expect(appended).toEqual({ isError: false, text: 'Line 12 is new: “Picks up kids at 3:30” (insight, likely).' });
    expect(await workspace.read()).toContain(`- [${today}|likely|${name}] Picks up kids at 3:30\n`);
    const keyed = { content: 'shoe_size: 42', category: 'fact', confidence: 'certain' };
    expect((await assistant.call('append_context', keyed)).text).toBe(
      'Line 13 is new: “shoe_size: 42” (fact, certain).',
    );
    expect(await workspace.read()).toContain(`- [${today}|certain|${name}] shoe_size: 42\n`);

    // Category, first date and confidence stay; the author changes.
    const replaced = await assistant.call('replace_context', { line: 10, content: 'Best workouts on Thursdays' });
    expect(replaced.text).toContain('Line 10 now reads: “Best workouts on Thursdays” (insight, tentative).');
    expect(await workspace.read()).toContain(`|tentative|${name}|undated] Best workouts on Thursdays\n`);

    expect((await assistant.call('delete_context', { line: 3 })).text).toContain('Line 3 is empty now');
    expect((await assistant.lines()).slice(2, 5)).toEqual([
      '2-- language: English',
      '3--',
      '4-- usual_time_of_day: morning',
    ]);
    expect(await assistant.call('delete_context', { line: 3 })).toMatchObject({ isError: true });

    // The person changes one line and removes another meanwhile. Even after a notice, a call on such a line is refused
    // once.
    const heard = assistant.notices();
    await person('edit', 'language', 'German');
    await person('remove', 'current_routine');
    await eventually(assistant.notices).toBeGreaterThan(heard);
    const french = { line: 2, content: 'language: French' };
    expect(await assistant.call('replace_context', french)).toEqual({
      isError: true,
      text: 'Line 2 was changed meanwhile and now reads “language: German”. Nothing was done to it. If you still mean it, call again.',
    });
    expect(await assistant.call('delete_context', { line: 7 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^(?!.*push-pull-legs)Line \d+ is empty: it was removed meanwhile/),
    });
    // A line that the person rewords completely is still the same line.
    await person('edit', 'Best workouts', 'Rows at dawn');
    expect(await assistant.call('replace_context', { line: 10, content: 'Best workouts on Fridays' })).toEqual({
      isError: true,
      text: 'Line 10 was changed meanwhile and now reads “Rows at dawn”. Nothing was done to it. If you still mean it, call again.',
    });
    // Calling again makes it a decision for the person; their correction stays.
    expect((await assistant.call('replace_context', french)).text).toContain('Line 2 stays as it is.');
    expect(await workspace.read()).toContain('user_correction|undated] language: German\n');
    const lines = await assistant.lines();
    expect([lines[1], lines[2], lines[7], lines[8]]).toEqual([
      '1-- response_style: concise',
      '2-- language: German',
      '7--',
      '8-- training_start_date: 2024-03-15',
    ]);

    const updates = Array.from({ length: 6 }, (_, index) => ({
      category: 'insight',
      key: `habit_${index}`,
      confidence: 'tentative',
      source: 'the evening chat',
      value: 'takes a long walk along the river after dinner whenever the weather is good enough for it',
    }));
    const applied = await assistant.call('apply_updates', { updates });
    expect(applied).toMatchObject({ isError: false, text: expect.stringContaining('Applied 6 entries.') });
    expect(applied.text).toContain('went to the archive: “Performance tends to drop when sleep is below 7 hours”');
    expect(await workspace.read()).toContain(`|${name}: the evening chat] habit_5`);
    expect(await workspace.archives()).toEqual([`global-${today}.md`]);
    const found = await assistant.call('search_context', { query: 'sleep', archives: true });
    expect(found.text).toContain(`[archived ${today}] Performance tends to drop`);
    expect((await assistant.lines()).slice(0, 3)).toEqual(lines.slice(0, 3));
    await assistant.close();

    // The next connection numbers the lines from 0 without gaps, and leaves the file unchanged.
    const before = await workspace.readBytes();
    const again = await connectAssistant(workspace.folder, dataFolder, name);
    const compact = await again.lines();
    expect(compact.map((line) => Number.parseInt(line, 10))).toEqual(compact.map((_, number) => number));
    expect(compact.every((line) => /^\d+-- \S/.test(line))).toBe(true);
    expect(await workspace.readBytes()).toEqual(before);
    await again.close();

    const history = JSON.parse(await person('call', 'history.list'));
    const authors = history.lines.map((line: { who?: string; name?: string | null }) => `${line.who} ${line.name}`);
    expect(authors.filter((author: string) => author === `assistant ${name}`).length).toBeGreaterThanOrEqual(5);
  });
});

test('shows the file itself, and the guidance with the context as a prompt', { tag: '@further' }, async ({
  workspace,
  dataFolder,
}) => {
  const { client, close } = await connectAssistant(workspace.folder, dataFolder);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'contexture://context',
    'contexture://context/rendered',
    'contexture://start',
  ]);
  const { contents } = await client.readResource({ uri: 'contexture://context' });
  expect(contents).toMatchObject([{ text: exampleContext, mimeType: 'text/markdown' }]);

  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['global-context']);
  const { messages } = await client.getPrompt({ name: 'global-context' });
  const text = JSON.stringify(messages);
  for (const part of ['Leave out:', 'append_context(content', dayFromNow(), '0-- unit_preference: metric']) {
    expect(text).toContain(part);
  }
  await close();
});

test.describe('the files read before the memory', () => {
  test.use({
    startWith: {
      'logs/context/global.md': exampleContext,
      '.contexture/settings.yaml': 'memory_files:\n  - ./AGENTS.md\n  - ./notes/later.md\n  - ./gone.md\n',
      'AGENTS.md': '# House rules\n',
      'notes/later.md': 'Later.\n',
    },
  });

  test('come first in one text that is the same in every place', async ({ workspace, dataFolder }) => {
    const json = async (...args: string[]) => JSON.parse(await contexture(workspace.folder, dataFolder, ...args));
    const { text, parts } = await json('call', 'assistant.read');
    expect(text).toMatch(
      /^\[Context from AGENTS\.md\]\n\n# House rules\n\n\[Context from later\.md\]\n\nLater\.\n\n# What/,
    );
    expect(await json('prompt', '--json')).toMatchObject({ text });
    const { client, close } = await connectAssistant(workspace.folder, dataFolder);
    const { contents } = await client.readResource({ uri: 'contexture://start' });
    expect(contents).toMatchObject([{ text }]);
    const { messages } = await client.getPrompt({ name: 'global-context' });
    expect(messages[0]?.content).toEqual({ type: 'text', text });
    // The instructions are shortened for clients that cut them off; the parts are the same.
    const [agents, later, , memory] = parts.map(({ from, to }: { from: number; to: number }) => text.slice(from, to));
    expect(client.getInstructions()?.endsWith(`\n\n${agents}\n\n${later}\n\n${memory}\n`)).toBe(true);
    await close();
  });

  test('are resources of the assistant, which is notified when one appears, changes or disappears', async ({
    workspace,
    dataFolder,
  }) => {
    const { client, close } = await connectAssistant(workspace.folder, dataFolder);
    const told: string[] = [];
    client.fallbackNotificationHandler = async ({ method, params }) => {
      told.push(`${method.split('/').at(-1)} ${params?.['uri'] ?? ''}`.trim());
    };
    client.removeNotificationHandler('notifications/resources/updated');
    const listed = async () =>
      (await client.listResources()).resources.slice(3).map(({ uri, title }) => `${uri} ${title}`);
    const agents = 'contexture://memory-files/.%2FAGENTS.md';
    expect(await listed()).toEqual([
      `${agents} Context from AGENTS.md`,
      'contexture://memory-files/.%2Fnotes%2Flater.md Context from later.md',
    ]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read(agents)).toMatchObject([{ uri: agents, text: '[Context from AGENTS.md]\n\n# House rules' }]);
    await expect(read('contexture://memory-files/..%2F..%2Fsecret')).rejects.toThrow('is not one of the files');
    await expect(read('contexture://elsewhere')).rejects.toThrow(/not found/);

    await client.subscribeResource({ uri: agents });
    await workspace.replace('# Other rules\n', 'AGENTS.md');
    await eventually(() => told).toEqual([`updated ${agents}`]);
    expect(await read(agents)).toMatchObject([{ text: '[Context from AGENTS.md]\n\n# Other rules' }]);
    await workspace.create('Here now.\n', 'gone.md');
    await workspace.remove('notes/later.md');
    await eventually(listed).toEqual([
      `${agents} Context from AGENTS.md`,
      'contexture://memory-files/.%2Fgone.md Context from gone.md',
    ]);
    expect(told).toContain('list_changed');
    await close();
  });
});

test('every tool describes its arguments and its effects', async ({ workspace, dataFolder }) => {
  const { client, close } = await connectAssistant(workspace.folder, dataFolder);
  const { tools } = await client.listTools();
  const facts = tools.map(({ name, inputSchema, annotations }) => [
    ...[name, Object.keys(inputSchema.properties ?? {}).join(' '), annotations?.readOnlyHint],
    annotations?.openWorldHint,
  ]);
  expect(facts).toEqual([
    ['append_context', 'content category confidence about', false, false],
    ['replace_context', 'line content', false, false],
    ['delete_context', 'line', false, false],
    ['apply_updates', 'updates', false, false],
    ['search_context', 'query archives from', true, false],
    ['recall_about', 'name from', true, false],
  ]);
  expect(
    tools.every(({ description, inputSchema }) => description && inputSchema['additionalProperties'] === false),
  ).toBe(true);
  await close();
});

test('a refused call doesn’t permit the next one sent with it', async ({ workspace, dataFolder }) => {
  const server = startRawServer([workspace.folder], dataFolder);
  const said = (id: number): string => JSON.stringify(server.said().find((message) => message.id === id)?.result ?? '');
  const time = (id: number, value: string) => replacing(id, 4, `usual_time_of_day: ${value}`);
  server.send(greeting, time(1, 'noon'), time(2, 'evening'));
  // An assistant's own changes are not news to it.
  await eventually(() => said(2)).toContain('now reads: “usual_time_of_day: evening”');
  await contexture(workspace.folder, dataFolder, 'edit', 'usual_time', 'night', '--confidence', 'likely');
  server.send(time(3, 'dawn'), time(4, 'dusk'));
  await eventually(() => said(4)).toContain('now reads “usual_time_of_day: night”');
  expect(said(3)).toContain('now reads “usual_time_of_day: night”');
  expect(await workspace.read()).toContain('usual_time_of_day: night\n');
  server.send(time(5, 'dusk'));
  await eventually(() => said(5)).toContain('They will be asked about “dusk”');
  // A pin leaves the text as it was.
  await contexture(workspace.folder, dataFolder, 'edit', 'usual_time', '--pin');
  server.send(time(6, 'dawn'));
  await eventually(() => said(6)).toContain('They will be asked about “dawn”');
  expect(await workspace.read()).toMatch(/\|likely\|user_correction\|pinned\|undated\] usual_time_of_day: night\n/);
  server.child.stdin.end();
  expect(await server.ended).toBe(0);
});

test.describe('a context over its limit in which nothing may leave', () => {
  test.use({
    startWith: {
      'logs/context/global.md': `## Facts\n- life: ${'word '.repeat(100)}\n## Insights\n- [2026-01-16|certain|x] tea: calms\n`,
      '.contexture/settings.yaml': 'token_limit: 100\n',
    },
  });

  test('takes certain entries, and reports where others went', async ({ workspace, dataFolder }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder);
    const sure = await assistant.call('append_context', { content: 'shoe_size: 42', confidence: 'certain' });
    expect(sure.text).toMatch(
      /^Line 2 is new: “shoe_size: 42” \(insight, certain\)\.\nThe context has \d+ of 100 tokens\.$/,
    );
    const unsure = await assistant.call('append_context', { content: 'Naps on Sundays' });
    expect(unsure).toMatchObject({ isError: false, text: expect.stringContaining('went straight to the archive') });
    expect(await workspace.read()).not.toContain('Naps');
    expect(await workspace.readArchive(`global-${dayFromNow()}.md`)).toContain('Naps on Sundays');
    expect(await assistant.lines()).toHaveLength(3);
    await assistant.close();
  });
});

test.describe('a context over its limit by one entry that may leave', () => {
  test.use({
    startWith: {
      'logs/context/global.md': `## Facts\n- life: ${'word '.repeat(60)}\n## Insights\n- [2026-01-16] tea: ${'calm '.repeat(20)}\n`,
      '.contexture/settings.yaml': 'token_limit: 100\n',
    },
  });

  test('refuses an entry that would not fit even after archiving, and names archived entries', async ({
    workspace,
    dataFolder,
  }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder);
    const before = await workspace.read();
    const refused = await assistant.call('append_context', { content: 'word '.repeat(60).trim() });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was changed.') });
    expect(await workspace.read()).toBe(before);
    await workspace.replace(before.replace('word ', 'word '.repeat(20)));
    await eventually(async () => (await assistant.lines())[0]).toContain('word '.repeat(79).trim());
    const unsure = await assistant.call('append_context', { content: 'Naps on Sundays' });
    expect(unsure.text).toContain('2 entries went to the archive: “tea: calm calm');
    await assistant.close();
  });
});

test.describe('a context that is nearly full', () => {
  test.use({
    startWith: {
      'logs/context/global.md': `## Facts\n- life: ${'word '.repeat(64)}\n## Insights\n- [2026-01-16] tea: calms\n`,
      '.contexture/settings.yaml': 'token_limit: 100\n',
    },
  });

  test('warns that a line will be among the first to leave', { tag: '@further' }, async ({ workspace, dataFolder }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder);
    const { text } = await assistant.call('replace_context', { line: 1, content: 'tea: wakes' });
    expect(text).toMatch(
      /\nIt will be among the first to leave for the archive, once about [34] more tokens have been learned\.\n/,
    );
    await assistant.close();
  });
});

test('begins a memory in an empty folder with the first entry learned', { tag: '@further' }, async ({
  workspace,
  dataFolder,
}) => {
  await workspace.remove();
  const assistant = await connectAssistant(workspace.folder, dataFolder, 'user_correction');
  expect(assistant.client.getInstructions()).toContain('Nothing is known about this person yet');
  expect(workspace.exists()).toBe(false);
  expect((await assistant.call('append_context', { content: 'tea: green' })).text).toMatch(
    /^Line 0 is new: “tea: green” \(insight, likely\)\.$/,
  );
  // A client can't pass for the person by its name.
  expect(await workspace.read()).toContain(`- [${dayFromNow()}|likely|assistant] tea: green\n`);
  await assistant.close();
});

test('accepts a repeated text without writing it again', { tag: '@further' }, async ({ workspace, dataFolder }) => {
  const assistant = await connectAssistant(workspace.folder, dataFolder);
  for (const content of ['Naps on Sundays', 'tea: green']) {
    expect((await assistant.call('append_context', { content })).text).toContain('is new');
    const before = await workspace.readBytes();
    expect((await assistant.call('append_context', { content })).text).toMatch(/^Line 1[23] says that already\./);
    expect((await assistant.call('replace_context', { line: 0, content: 'unit_preference: metric' })).text).toContain(
      'Line 0 says that already',
    );
    expect(await workspace.readBytes()).toEqual(before);
  }
  await assistant.close();
});

test.describe('a memory with a code block that never ends', () => {
  const text = '# Global Context\n\n## Facts (certain)\n- city: Oslo\n\n```\n- boat: a sloop\n';
  test.use({ startWith: { 'logs/context/global.md': text } });

  test('warns below its lines, and finds text after it', async ({ workspace, dataFolder }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder, name);
    expect(assistant.client.getInstructions()).toContain('[Line 6 of the file: The code block that begins here');
    expect((await assistant.call('search_context', { query: 'sloop' })).text).toContain(
      'These lines of the file have no number; tell the person:\n[line 7 of the file] - boat: a sloop',
    );
    await assistant.close();
  });
});
