import type { Service } from '#shared/contract/wire/service.ts';
import { startWebHost } from '#web/server.ts';
import { personAtTerminal } from '../person-at-terminal.ts';
import type { Runtime, StartRequest } from '../runtime.ts';

/** Serves the interface until the process is asked to stop; then waits for writes that are under way. */
export async function serve(
  { start, port, open }: { start: StartRequest; port: number; open: boolean },
  runtime: Runtime,
): Promise<void> {
  const terminal = personAtTerminal(runtime);
  const { engine, log } = runtime.startEngine({ person: terminal?.person, releases: runtime.releases });
  sayWhenNewer(engine, runtime);
  try {
    await engine.openAtStart(start);
    const host = await startWebHost({
      service: engine,
      rendererFolder: runtime.rendererFolder,
      port,
      log,
      secret: runtime.secret ?? undefined,
    });
    const stop = runtime.asksToStop();
    runtime.write(`Contexture is open at\n\n  ${host.newAddress()}\n\n${await whatIsOpen(engine)}\n`);
    // Open a new address instead of the printed one, since each works once.
    const opened = open && (await runtime.openBrowser(host.newAddress()));
    runtime.write(opened ? 'Opening it in your browser. ' : 'Open that address in a browser. ');
    const more = terminal === null ? '' : ' Press Enter for another address.';
    runtime.write(`It works once, on this machine and for this run only.${more} Press Ctrl+C to stop.\n`);
    terminal?.onTyped(() => runtime.write(`\n  ${host.newAddress()}\n\n`));
    await stop;
    runtime.write('Stopping.\n');
    await host.close();
  } finally {
    terminal?.close();
    await engine.close();
  }
}

/** Says that there is a newer version each time one was looked for, which happens once a week. */
function sayWhenNewer(engine: Service, { version, writeError }: Pick<Runtime, 'version' | 'writeError'>): void {
  let saidAt: number | null = null;
  engine.subscribe(({ event, data }) => {
    if (event === 'updates.changed' && data.offer !== null && data.lookedAt !== saidAt) {
      saidAt = data.lookedAt;
      const way = data.way?.kind === 'command' ? `get it with “${data.way.at}”` : `it is at ${data.way?.at}`;
      writeError(`Contexture ${data.offer.version} is available, this is ${version}: ${way}\n`);
    }
  });
}

async function whatIsOpen(engine: Service): Promise<string> {
  const context = { caller: 'command-line', cancelled: () => false, progress: () => {} };
  const { workspace, problem } = await engine.call('app.start', {}, context);
  if (problem !== null) {
    return problem.message;
  }
  if (workspace === null) {
    return 'Choose there what to look at.';
  }
  return workspace.sample ? 'It shows a copy of the sample, to look around in.' : `It shows ${workspace.contextPath}`;
}
