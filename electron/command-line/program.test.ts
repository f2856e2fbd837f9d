import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PersonAsked } from '#engine/ports.ts';
import { methods } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { defaultSettings } from '#shared/contract/features/settings.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { runCommand } from '#testing/run-command.ts';
import type { StartRequest } from './runtime.ts';

const workspace: Workspace = {
  id: 'w1',
  name: 'Mine',
  path: '/home/me/mine',
  contextPath: '/home/me/mine/logs/context/global.md',
  sample: false,
  writable: true,
  readOnlyReason: null,
};
const start = {
  version: '1.2.3',
  workspace: null,
  problem: null,
  recent: [],
  preferences: {
    theme: 'system' as const,
    density: 'comfortable' as const,
    reviewSort: 'file' as const,
    reviewFilters: { categories: [], confidences: [], sources: [], age: null, marks: false, pinned: false },
    foldedGroups: [],
  },
  today: '2026-01-16',
  abilities: { choose: false, reveal: false },
};

describe('the command line', () => {
  let service: FakeService;
  let output: string;
  let errors: string;
  let input: string;
  let happened: string[];
  let startedOn: StartRequest | undefined;
  let browserOpens: boolean;
  let stop: () => void;
  let typed: ((line: string) => void) | null;
  let opened: string;
  let hasTerminal: boolean;
  let person: PersonAsked | undefined;

  beforeEach(() => {
    hasTerminal = true;
    service = createFakeService();
    service.answer('app.start', () => start);
    service.answer('workspaces.open', () => workspace);
    service.answer('settings.read', () => ({ settings: defaultSettings, path: '/w', problems: [], readAs: null }));
    output = '';
    errors = '';
    input = '';
    happened = [];
    startedOn = undefined;
    browserOpens = false;
  });

  const run = async (...args: string[]): Promise<number> => {
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const { code } = await runCommand(args, {
      rendererFolder: join(import.meta.dirname, 'no-such-folder'),
      startEngine: (options) => ({
        engine: {
          ...service,
          openAtStart: async (request) => {
            person = options.person;
            startedOn = request;
          },
          close: async () => {
            happened.push('engine closed');
          },
        },
        log: () => {},
      }),
      write: (text) => {
        output += text;
      },
      writeExact: (text) => {
        output += text;
      },
      writeError: (text) => {
        errors += text;
      },
      readInput: async () => input,
      openBrowser: async (address) => {
        happened.push(`browser ${new URL(address).hostname}`);
        opened = address;
        return browserOpens;
      },
      asksToStop: () => stopped,
      hearTyped: (listener) => {
        if (!hasTerminal) {
          return null;
        }
        typed = listener;
        return () => {
          typed = null;
        };
      },
    });
    return code;
  };

  describe('call', () => {
    it('opens the workspace, calls the method on it, and prints the answer as JSON', async () => {
      expect(await run('call', 'settings.read', '--workspace', 'my folder')).toBe(0);
      expect(JSON.parse(output)).toEqual({ settings: defaultSettings, path: '/w', problems: [], readAs: null });
      expect(errors).toBe('');
      expect(service.calls.map(({ method, params }) => [method, params])).toEqual([
        ['workspaces.open', { path: 'my folder', startEmpty: false }],
        ['settings.read', { workspace: 'w1' }],
      ]);
      expect(happened).toEqual(['engine closed']);
    });

    it('passes parameters on, also from standard input', async () => {
      service.answer('settings.write', () => defaultSettings);
      const parameters = '{"values":{"tokenLimit":500}}';
      input = parameters;
      expect(await run('call', 'settings.write', parameters, '--workspace', 'w')).toBe(0);
      expect(await run('call', 'settings.write', '-', '--workspace', 'w')).toBe(0);
      const passed = service.calls.filter(({ method }) => method === 'settings.write').map(({ params }) => params);
      expect(passed).toEqual(Array(2).fill({ workspace: 'w1', values: { tokenLimit: 500 } }));
    });

    it('prints terminal control characters as JSON escapes, in answers and in errors', async () => {
      const name = 'global-\u009b2J\u007f\u202e.md';
      const named = { ...start, workspace: { ...workspace, name } };
      service.answer('app.start', () => named);
      await run('call', 'app.start');
      expect(output).toContain('global-\\u009b2J\\u007f\\u202e.md');
      expect(JSON.parse(output)).toEqual(named);
      await run('call', name);
      expect(errors).toContain('\\u009b2J');
      expect(JSON.parse(errors).message).toContain(name);
    });

    it('needs no workspace for a method without one', async () => {
      expect(await run('call', 'app.start')).toBe(0);
      expect(JSON.parse(output)).toEqual(start);
      expect(service.calls).toHaveLength(1);
    });

    it('starts in an empty folder when asked to', async () => {
      expect(await run('call', 'settings.read', '--workspace', 'w', '--start-empty')).toBe(0);
      expect(service.calls[0]?.params).toEqual({ path: 'w', startEmpty: true });
    });

    it.each<[string, string[], number, string]>([
      ['an unknown method', ['context.format'], 2, 'unknown_method'],
      ['a method named like a part of every object', ['constructor'], 2, 'unknown_method'],
      ['no workspace', ['settings.read'], 2, 'invalid_request'],
      ['invalid JSON', ['settings.read', '{limit: 1}', '--workspace', 'w'], 2, 'invalid_request'],
      ['JSON that is no object', ['settings.read', '[1]', '--workspace', 'w'], 2, 'invalid_request'],
      ['parameters that don’t fit', ['settings.read', '{"more":1}', '--workspace', 'w'], 2, 'invalid_request'],
      ['an unknown option', ['settings.read', '--folder', 'w'], 2, 'invalid_request'],
      ['no method', [], 2, 'invalid_request'],
      ['too many arguments', ['settings.read', '{}', 'more', '--workspace', 'w'], 2, 'invalid_request'],
    ])('refuses %s, with the code and a sentence as JSON', async (_, args, exitCode, code) => {
      expect(await run('call', ...args)).toBe(exitCode);
      expect(output).toBe('');
      const error = JSON.parse(errors);
      expect(Object.keys(error)).toEqual(['code', 'message', 'details', 'retry']);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(/^\S.{15,}/);
    });

    it.each([
      [new ContextureError('over_limit', 'That does not fit.', { over: 12 }), 1],
      [new ContextureError('busy', 'Someone else is writing.', {}, { retry: true }), 75],
      [new TypeError('boom'), 70],
    ])('distinguishes failures by the exit code: %s', async (thrown, exitCode) => {
      service.answer('settings.read', () => {
        throw thrown;
      });
      expect(await run('call', 'settings.read', '--workspace', 'w')).toBe(exitCode);
      expect(JSON.parse(errors)).toMatchObject(
        thrown instanceof ContextureError ? thrown.toData() : { code: 'internal', retry: false },
      );
      expect(errors).not.toContain('    at ');
      expect(happened).toEqual(['engine closed']);
    });

    it('closes the engine when the workspace can’t be opened', async () => {
      service.answer('workspaces.open', () => {
        throw new ContextureError('not_found', 'There is no folder “w”.');
      });
      expect(await run('call', 'settings.read', '--workspace', 'w')).toBe(1);
      expect(JSON.parse(errors).code).toBe('not_found');
      expect(happened).toEqual(['engine closed']);
    });
  });

  describe('prompt', () => {
    const text = '[Context from A]\n\nfirst\n\nguidance\n\n<block>';
    const file = { bytes: null, modifiedAt: null, tokens: 0, outside: false, imported: null, place: '/w/x' };
    const read = {
      version: 'a'.repeat(64),
      text,
      total: text.length,
      fits: text.length,
      today: '2026-01-16',
      parts: [
        { kind: 'file' as const, name: 'A', from: 0, to: 23, tokens: 4 },
        { kind: 'guidance' as const, name: 'guidance', from: 25, to: 33, tokens: 1 },
        { kind: 'context' as const, name: 'global.md', from: 35, to: 42, tokens: 1 },
      ],
      tokens: { total: 6, limit: 200_000 },
      skipped: [
        { ...file, path: './gone.md', name: 'gone.md', state: 'missing' as const, problem: 'There is none.' },
        { ...file, path: './none.md', name: 'none.md', state: 'empty' as const, problem: 'It is empty.' },
      ],
      problem: null,
      withheld: null,
      listProblem: null,
    };
    const warning = 'Warning: ./gone.md: There is none.\n';

    beforeEach(() => service.answer('assistant.read', () => read));

    it.each<[string, string[], string, string]>([
      ['all of it', [], `${text}\n`, warning],
      ['without the files', ['--no-files'], 'guidance\n\n<block>\n', ''],
      ['a template after the files', ['-t', '-'], '[Context from A]\n\nfirst\n\n2026-01-16 <block>!', warning],
      ['a template alone', ['-t', '-', '--no-files'], '2026-01-16 <block>!', ''],
    ])('prints %s, and reports missing parts on standard error', async (_, args, expected, said) => {
      input = '{{today}} {{ global_context }}!';
      expect(await run('prompt', ...args)).toBe(0);
      expect([output, errors]).toEqual([expected, said]);
    });

    it('warns about a template without a place for the memory', async () => {
      input = 'Hello.';
      expect(await run('prompt', '-t', '-', '--no-files')).toBe(0);
      expect([output, errors]).toEqual(['Hello.', expect.stringContaining('no {{global_context}}')]);
    });

    it('prints what fits the limit, with a line that says so, and advises what to do', async () => {
      service.answer('assistant.read', () => ({ ...read, problem: 'That is too much.', fits: 18 }));
      expect(await run('prompt')).toBe(0);
      expect(output).toMatch(
        /^\[Context from A\]\n\n\[Cut off here: 1 line of A is left out\. .*\]\n\nguidance\n\n\[Cut off/,
      );
      expect(errors).toContain('That is too much. Or leave them out with --no-files.\n');
      expect(await run('prompt', '--no-files')).toBe(0);
    });
  });

  it('names the option to create a memory when there is none, if the command has it', async () => {
    service.answer('workspaces.open', () => {
      throw new ContextureError('not_found', 'There is none.', { startEmpty: true });
    });
    for (const args of [['show'], ['prompt'], ['add', 'x'], ['call', 'settings.read', '-w', 'w']]) {
      errors = '';
      expect(await run(...args)).toBe(1);
      expect(errors).toContain('--start-empty');
    }
    errors = '';
    await run('remove', 'x');
    expect(errors).toBe('There is none.\n');
  });

  describe('methods', () => {
    it('prints every method with the JSON schemas of its input and output', async () => {
      expect(await run('methods')).toBe(0);
      const described: { method: string; about: string; params: { required?: string[] }; result: object }[] =
        JSON.parse(output);
      expect(described.map(({ method }) => method)).toEqual(Object.keys(methods));
      expect(described.find(({ method }) => method === 'archive.entries')?.params).toMatchObject({
        type: 'object',
        required: ['workspace'],
        properties: { query: { type: 'string', default: '' } },
        additionalProperties: false,
      });
      expect(service.calls).toEqual([]);
    });
  });

  describe('serve', () => {
    const serving = async (...args: string[]): Promise<Promise<number>[]> => {
      const ended = run(...args);
      await vi.waitUntil(() => output.includes('Ctrl+C') || errors !== '', patiently);
      return [ended];
    };

    it.each<[string, string[], StartRequest]>([
      ['nothing', ['serve'], null],
      ['a path', ['serve', 'my folder'], { path: 'my folder' }],
      ['the sample', ['serve', '--sample'], { sample: true }],
      ['nothing without a command', [], null],
      ['a folder without a command', [import.meta.dirname], { path: import.meta.dirname }],
      ['the sample without a command', ['--sample'], { sample: true }],
    ])('opens %s, prints the address, and ends when asked to', async (_, args, request) => {
      const [ended] = await serving(...args);
      expect(startedOn).toEqual(request);
      expect(output).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+\/#code\.[\w-]{16}\.[\w-]{43}$/m);
      expect(happened).toEqual(['browser 127.0.0.1']);
      stop();
      expect(await ended).toBe(0);
      expect(happened).toEqual(['browser 127.0.0.1', 'engine closed']);
      expect(errors).toBe('');
    });

    it('prints another address at each Enter until it ends, and opens one without printing it', async () => {
      const [ended] = await serving();
      typed?.('');
      typed?.('');
      const printed = output.match(/http:\S+/g) ?? [];
      expect(new Set(printed).size).toBe(3);
      expect(printed).not.toContain(opened);
      stop();
      await ended;
      expect(typed).toBeNull();
    });

    it('asks the person there, and accepts only yes', async () => {
      const [ended] = await serving();
      const asked = person?.agrees('Let a lead to b?', 'Why.');
      expect(output).toContain('Let a lead to b?\nWhy.\nType yes and press Enter to allow it');
      typed?.(' Yes ');
      expect(await asked).toBe(true);
      const answers = ['', 'y', 'yes please'].map((line) => {
        const answer = person?.agrees('And now?', '');
        typed?.(line);
        return answer;
      });
      const waiting = person?.agrees('First?', '');
      expect(await person?.agrees('Second?', '')).toBe(false);
      expect(output).not.toContain('Second?');
      stop();
      await ended;
      expect(await Promise.all([...answers, waiting])).toEqual([false, false, false, false]);
      // The answer was not taken for anything else.
      expect(output.match(/http:\S+/g)).toHaveLength(1);
    });

    it('asks nobody without a terminal', async () => {
      hasTerminal = false;
      const [ended] = await serving();
      expect(output).not.toContain('Press Enter');
      expect(person).toBeUndefined();
      stop();
      await ended;
    });

    it('opens no browser with --no-open', async () => {
      const [ended] = await serving('--no-open');
      stop();
      await ended;
      expect(happened).toEqual(['engine closed']);
    });

    it('reports what is open, or why nothing is', async () => {
      service.answer('app.start', () => ({ ...start, workspace }));
      const [first] = await serving();
      stop();
      await first;
      expect(output).toContain(workspace.contextPath);

      output = '';
      service.answer('app.start', () => ({
        ...start,
        problem: { code: 'not_found', message: 'There is no “x”.', path: '/x', startEmpty: false },
      }));
      const [second] = await serving('serve', 'x');
      stop();
      await second;
      expect(output).toContain('There is no “x”.');
    });

    it('reports a taken port in a sentence, and leaves nothing running', async () => {
      const [ended] = await serving('--no-open');
      const stopFirst = stop;
      const port = new URL(/http:\S+/.exec(output)?.[0] ?? '').port;
      expect(await run('serve', '--no-open', '--port', port)).toBe(1);
      expect(errors).toBe(`Port ${port} is in use. Choose another with --port, or leave it out.\n`);
      expect(happened).toEqual(['engine closed']);
      stopFirst();
      await ended;
    });

    it.each([
      [['--port', 'many']],
      [['--port', '70000']],
      [['--port', '-1']],
      [['a', 'b']],
      [['a', '--sample']],
      [['--colour']],
    ])('refuses %j with a sentence', async (args) => {
      expect(await run('serve', ...args)).toBe(2);
      expect(errors).toMatch(/^\S.+\n$/);
      expect(errors).not.toContain('    at ');
      expect(service.calls).toEqual([]);
    });
  });

  it('shows its help on request, and that of a group without a command', async () => {
    expect(await run('--help')).toBe(0);
    expect(output).toContain('Exit codes:');
    expect(await run('work')).toBe(2);
    expect(errors).toContain('Usage: contexture work');
    expect(errors).not.toContain('(outputHelp)');
  });

  it('prints its version', async () => {
    expect(await run('--version')).toBe(0);
    expect(output).toBe('1.2.3\n');
  });

  it('refuses an unknown command with a sentence', async () => {
    expect(await run('open')).toBe(2);
    expect(errors).toBe("unknown command 'open'\n");
  });
});
