import { expect, test } from './fixtures.ts';
import { connectAssistant, contexture } from './mcp-client.ts';

const preferences = (count: number, length: number, from = 0) => ({
  updates: Array.from({ length: count }, (_, index) => ({
    category: 'preference',
    key: `wish_${from + index}`,
    confidence: 'certain',
    value: `x${' '.repeat(length - 2)}y`,
  })),
});

test('limits how much an assistant can write, and says how much', async ({ workspace, dataFolder }) => {
  const before = await workspace.read();
  const assistant = await connectAssistant(workspace.folder, dataFolder);
  const { tools } = await assistant.client.listTools();
  for (const tool of ['append_context', 'replace_context', 'apply_updates']) {
    expect(tools.find(({ name }) => name === tool)?.description).toContain(
      'One call may put down 50,000 characters at most (each line counts 40 more than it says), all calls of this connection 200,000.',
    );
  }
  expect(await assistant.call('apply_updates', preferences(1000, 3900))).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^That is 3,9\d\d,\d{3} characters, and one call may put down 50,000 at most\. .* Nothing was changed\.$/,
    ),
  });
  expect(await workspace.read()).toBe(before);

  const answers: { readonly isError: boolean; readonly text: string }[] = [];
  for (let call = 0; call < 5; call++) {
    answers.push(await assistant.call('apply_updates', preferences(12, 3900, call * 12)));
  }
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false, true]);
  expect(answers[4]?.text).toContain('over the 200,000 that one connection may. Ask the person');
  await assistant.close();

  // The file has all of it, and the next assistant starts with as much of it as fits.
  const next = await connectAssistant(workspace.folder, dataFolder);
  const instructions = next.client.getInstructions() ?? '';
  expect(instructions.length).toBeLessThan(60_000);
  expect(instructions).toContain('\n1-- response_style: concise\n');
  expect(instructions).toMatch(/\[Cut off here: \d+ lines of the block are left out\. It is too long to stand here\./);
  await next.close();
});

test.describe('past the limit', () => {
  test.use({
    startWith: {
      'logs/context/global.md': '## Facts\n- city: Lisbon\n- tea: green\n',
      'AGENTS.md': 'many words on one line\n'.repeat(100),
      '.contexture/settings.yaml': 'memory_files: [./AGENTS.md]\nmax_tokens: 100\n',
    },
  });

  test('still gives an assistant a start, up to a line that says where it is cut off', async ({
    workspace,
    dataFolder,
  }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder);
    const { contents } = await assistant.client.readResource({ uri: 'contexture://start' });
    const text = (contents as { text: string }[])[0]?.text ?? '';
    expect(text).toMatch(
      /many words on one line\n\n\[Cut off here: \d+ lines of AGENTS\.md are left out\. All an assistant starts with has [\d,]+ tokens, over the limit of 100\. It is also a resource of its own, which is all of it\.\]\n\n# What you know/,
    );
    expect(text).toContain('<global-context>\n</global-context>\n\n[Cut off here: 2 lines of the block are left out.');
    expect((await assistant.client.getPrompt({ name: 'global-context' })).messages[0]?.content).toMatchObject({ text });
    expect((await assistant.call('search_context', { query: '' })).text).toContain('city: Lisbon');
    await assistant.close();
    expect(await contexture(workspace.folder, dataFolder, 'prompt')).toContain('[Cut off here: ');
  });
});
