import { createEngine, type EngineOptions } from '#engine/engine.ts';
import type { DesktopShell, PersonAsked } from '#engine/ports.ts';
import type { AppFiles } from '#node/app-folder.ts';
import { createNodePorts } from '#node/ports.ts';

export type StartOptions = {
  readonly desktopShell?: DesktopShell;
  readonly person?: PersonAsked | undefined;
  readonly engine?: EngineOptions;
};

/** The engine on Node, as every host starts it. Closing it waits for what is being written. */
export function startEngine(
  files: AppFiles,
  dataFolder: string,
  { desktopShell, person, engine: options }: StartOptions = {},
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
  });
  const engine = createEngine(ports, options);
  const close = async (): Promise<void> => {
    // First, so that what a displaced file has become by now is taken in before the engine ends.
    await ports.close();
    await engine.close();
  };
  return { engine: { ...engine, close }, ports, log: ports.log };
}
