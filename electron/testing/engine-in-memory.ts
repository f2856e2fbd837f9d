import { onTestFinished } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import type { Ports } from '#engine/ports.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { createMemoryPorts } from './memory-ports.ts';

type MemoryPorts = ReturnType<typeof createMemoryPorts>;

/** An engine on files in memory, called as by one page. @param change ports that replace those in memory */
export function engineInMemory(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  change: (ports: MemoryPorts) => Partial<Ports> = () => ({}),
) {
  const ports = createMemoryPorts();
  for (const [path, content] of Object.entries(files)) {
    ports.outside.write(path, content);
  }
  const engine = createEngine({ ...ports, ...change(ports) });
  onTestFinished(() => engine.close());
  const call = <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> =>
    engine.call(method, methods[method].params.parse(params) as ParsedParams<N>, {
      caller: 'page',
      progress: () => undefined,
      cancelled: () => false,
    });
  return { ports, engine, call };
}
