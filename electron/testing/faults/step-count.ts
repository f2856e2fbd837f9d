import { Session } from 'node:inspector';

type Counts = { readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[] };

/**
 * Counts steps of programs that are loaded after this call: the number of executed blocks, and of list items and
 * characters that built-in functions process. The inner work of a pattern is not counted; a quadratic one hangs. Steps
 * between two works count for the latter.
 */
export function countSteps(): (work: () => Promise<void>) => Promise<number> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const builtIn = countBuiltIn();
  const take = (): number => {
    let steps = 0;
    session.post('Profiler.takePreciseCoverage', (error, { result }: { result: readonly Counts[] }) => {
      if (error) {
        throw error;
      }
      for (const { functions } of result) {
        for (const { ranges } of functions) {
          steps += ranges.reduce((sum, { count }) => sum + count, 0);
        }
      }
    });
    return steps;
  };
  return async (work) => {
    builtIn.reset();
    await work();
    return take() + builtIn.count();
  };
}

/** Built-in functions on whole lists and texts; each item or character is a step. */
function countBuiltIn() {
  let steps = 0;
  for (const name of ['splice', 'includes', 'indexOf', 'lastIndexOf', 'shift', 'unshift', 'join', 'reverse']) {
    counted(Array.prototype, name, (list: readonly unknown[]) => list.length);
  }
  for (const name of ['slice', 'concat']) {
    counted(Array.prototype, name, (_, _args, result) => (result as readonly unknown[]).length);
  }
  for (const name of ['indexOf', 'includes']) {
    counted(String.prototype, name, (text: string, [what, from], found) => {
      const start = typeof from === 'number' ? from : 0;
      return (typeof found === 'number' && found >= 0 ? found : text.length) - start + String(what).length;
    });
  }
  for (const name of ['replaceAll', 'split', 'toLowerCase', 'normalize', 'trim']) {
    counted(String.prototype, name, (text: string) => text.length);
  }
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const isHeld = this.sticky || (this.source.startsWith('^') && !this.multiline);
    steps += found === null ? (isHeld ? 1 : String(text).length - from) : found.index + found[0].length - from;
    return found;
  };
  // Copies by `...` go through here.
  const values = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function (this: unknown[]) {
    steps += this.length;
    return values.call(this);
  } as typeof values;

  function counted<T>(
    prototype: object,
    name: string,
    cost: (target: T, args: readonly unknown[], result: unknown) => number,
  ): void {
    const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
    const method = methods[name] as (...args: unknown[]) => unknown;
    methods[name] = function (this: T, ...args: unknown[]): unknown {
      const result = method.apply(this, args);
      steps += Math.max(0, cost(this, args, result));
      return result;
    };
  }

  return {
    reset: (): void => {
      steps = 0;
    },
    count: (): number => steps,
  };
}
