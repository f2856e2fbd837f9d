import { join } from 'node:path';
import { createEngine, type Engine } from '#engine/engine.ts';
import { createNodePorts, type NodePorts, type NodePortsOptions } from '#node/ports.ts';
import { type Opened, openIn } from '../open-workspace.ts';

type RealEngine = {
  readonly engine: Engine;
  readonly ports: NodePorts;
  /** Waits for pending writes; afterwards this engine does nothing. */
  close(): Promise<void>;
};

/** An engine on the real disk, as a host starts one. */
export function startRealEngine(
  dataFolder: string,
  options: Omit<NodePortsOptions, 'dataFolder' | 'sampleFolder' | 'version'> = {},
): RealEngine {
  const ports = createNodePorts({ dataFolder, sampleFolder: join(dataFolder, 'none'), version: '0.0.0', ...options });
  const engine = createEngine(ports);
  return {
    engine,
    ports,
    close: async () => {
      await ports.close();
      await engine.close();
    },
  };
}

export const openOn = ({ engine }: RealEngine, root: string, caller = 'test'): Promise<Opened> =>
  openIn({ engine: () => engine, root }, { caller });

/** Starts an engine on a folder, as the next start of the app does, and ends it when the work is done. */
export async function withEngine<T>(
  { root, dataFolder }: { readonly root: string; readonly dataFolder: string },
  work: (opened: Opened, ports: NodePorts) => Promise<T>,
): Promise<T> {
  const running = startRealEngine(dataFolder);
  try {
    return await work(await openOn(running, root), running.ports);
  } finally {
    await running.close();
  }
}
