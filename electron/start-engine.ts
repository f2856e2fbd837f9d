import { createEngine, type EngineOptions } from '#engine/engine.ts';
import type { DesktopShell, PersonAsked, ReleaseSource } from '#engine/ports.ts';
import type { AppFiles } from '#node/app-folder.ts';
import { createNodePorts } from '#node/ports.ts';

export type StartOptions = {
  readonly desktopShell?: DesktopShell;
  readonly person?: PersonAsked | undefined;
  readonly releases?: ReleaseSource | null | undefined;
  readonly engine?: EngineOptions;
};

/** Starts the engine on Node, as every host does. Closing it waits for writes under way. */
export function startEngine(
  files: AppFiles,
  dataFolder: string,
  { desktopShell, person, releases, engine: options }: StartOptions = {},
) {
  const { sampleFolder, indexWorker, readerWorker, version, program } = files;
  const ports = createNodePorts({
    dataFolder,
    sampleFolder,
    indexWorker,
    readerWorker,
    version,
    program,
    desktopShell,
    person,
    releases,
  });
  const engine = createEngine(ports, options);
  const close = async (): Promise<void> => {
    // Close the ports first, so that the engine takes in late changes of superseded files before it ends.
    await ports.close();
    await engine.close();
  };
  return { engine: { ...engine, close }, ports, log: ports.log };
}
