import { createHook } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { awsSecret, awsSecretLine, decoy, decoys } from '#shared/scan/testing/decoys.ts';
import { loadSecretScanner } from './secret-scanner.ts';

const found = async (text: string) =>
  (await (await loadSecretScanner())(text)).map(({ id, from, to }) => [id, text.slice(from, to)]);

describe('the scanner for secrets', () => {
  test.each(Object.entries(decoys))('finds %s, from its first character to its last', async (id, secret) => {
    expect(await found(`- Works at Ampel\n- the key is ${secret}\n- likes tea\n`)).toContainEqual([id, secret]);
  });

  test('finds the secret itself when its name gives it away', async () => {
    expect(await found(`- ${awsSecretLine}\n`)).toEqual([['AWSSecretAccessKey', awsSecret]]);
  });

  test('finds the same secret each time it occurs', async () => {
    expect(await found(`- a ${decoy}\n- b ${decoy}\n`)).toEqual([
      ['GITHUB_TOKEN', decoy],
      ['GITHUB_TOKEN', decoy],
    ]);
  });

  test('is not switched off by a comment in the memory', async () => {
    expect(await found(`<!-- secretlint-disable -->\n- ${decoy} <!-- secretlint-disable-line -->\n`)).toHaveLength(1);
  });

  test('finds nothing in prose about keys', async () => {
    const lines = [
      '- Keeps API keys in 1Password',
      '- password manager: KeePass',
      '- token limit: 2000',
      '- sk-learn fan',
    ];
    expect(await found(lines.join('\n'))).toEqual([]);
  });

  test('stores nothing of the scanned texts', async () => {
    const scan = await loadSecretScanner();
    const { secretLintProfiler } = await import('@secretlint/profiler');
    await scan(`- ${decoy}`);
    expect(await secretLintProfiler.getEntries()).toEqual([]);
    expect(performance.getEntriesByType('mark').filter(({ name }) => name.includes('@core'))).toEqual([]);
  });

  test('asks no server and reads no file', async () => {
    const scan = await loadSecretScanner();
    const opened: string[] = [];
    const hook = createHook({ init: (_id, type) => void opened.push(type) }).enable();
    await scan(`- ${Object.values(decoys).join('\n- ')}\n`);
    hook.disable();
    expect(opened.filter((type) => /^(?:FS|TCP|UDP|TLS|GETADDRINFO|HTTP|PIPE|PROCESS|DNS|QUERY)/.test(type))).toEqual(
      [],
    );
  });
});
