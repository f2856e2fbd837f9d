import { describe, expect, it } from 'vitest';
import { runCommand } from '#testing/run-command.ts';

const neverStarts = (): never => {
  throw new Error('Help needs no engine.');
};

async function helpOf(...command: readonly string[]): Promise<string> {
  const { code, output } = await runCommand([...command, '--help'], { startEngine: neverStarts });
  expect(code).toBe(0);
  return output;
}

/** The names of the commands in a help; null for the help of a single one. */
function commandsIn(help: string): readonly string[] | null {
  const listed = help.split('\nCommands:\n')[1]?.split('\n\n')[0];
  return listed === undefined ? null : [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
}

async function withoutExample(...command: readonly string[]): Promise<readonly string[]> {
  const help = await helpOf(...command);
  const commands = commandsIn(help);
  if (commands === null) {
    return help.includes(`\n  contexture ${command.join(' ')}`) ? [] : [command.join(' ')];
  }
  const parts = commands.filter((name) => name !== 'help').map((name) => withoutExample(...command, name));
  return (await Promise.all(parts)).flat();
}

describe('the help of a command', () => {
  it('includes an example call', async () => {
    expect(await withoutExample()).toEqual([]);
  });

  it('mentions a default once, and never that an option is off', async () => {
    const said: string[] = [];
    for (const command of ['show', 'add', 'serve', 'connect', 'work remove-archived', 'call']) {
      const help = await helpOf(...command.split(' '));
      said.push(...(help.replace(/\s+/g, ' ').match(/\(default: [^)]*\)/g) ?? []));
    }
    const folder = '(default: the current folder)';
    expect(said).toEqual([folder, folder, '(default: any free one)', folder, folder]);
  });

  it('names no former commands and options, which still work', async () => {
    expect(commandsIn(await helpOf('conversations'))).toEqual(expect.not.arrayContaining(['keep']));
    const [former, current] = [await helpOf('conversations', 'keep'), await helpOf('conversations', 'save')];
    expect(former.replace('conversations keep', 'conversations save')).toBe(current);
    expect(await helpOf('work', 'elsewhere')).not.toContain('--keep');
  });
});
