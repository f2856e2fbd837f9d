import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { fileOfText } from '../history/file-of-text.ts';
import { mergeStep } from '../memory/steps.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { createBase, type WorkspaceOptions } from './base.ts';
import { createFollowed } from './followed.ts';
import { createKept } from './kept.ts';
import { tidyAppData } from './recovery.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';
import { createServices, type Services } from './services.ts';

export type OpenWorkspace = Awaited<ReturnType<typeof openWorkspace>>;

/** An open workspace, built from the bottom up. Calls back up are signals, connected at the end; watches come last. */
export async function openWorkspace(ports: Ports, options: WorkspaceOptions) {
  const services = createServices(createFollowed(createKept(createBase(ports, options))));
  const { access, layout, dataFolder, undoLog, contextFile, decisions, retention, refresh, commit, look } = services;
  connect(services);
  await readFirst(services);
  const leaveList = await services.conversationStore.opened();
  // Runs in the background: what it removes is in nobody's way.
  const tidied = tidyAppData(ports, dataFolder.current());
  retention.carryOutSoon();
  const scheduler = createRefreshScheduler(ports, layout, look.look);
  commit.settled.on(scheduler.watchAgain);
  return {
    ...services,
    view: (): Workspace => {
      const { readOnlyReason } = layout.format.capabilities;
      return { ...options.view, contextPath: layout.contextPath, writable: readOnlyReason === null, readOnlyReason };
    },
    startOver: () =>
      access.inTurn(async (turn) => {
        await undoLog.clear(turn);
        await refresh.all(turn);
        await decisions.forget(turn);
      }),
    attend: scheduler.attend,
    attending: scheduler.attending,
    /** Takes the place of a closed workspace that read the same file in another form, for all who follow it. */
    continueFrom(before: Pick<Services, 'contextFile'> & { attending(): readonly string[] }): void {
      contextFile.continueFrom(before.contextFile);
      for (const caller of before.attending()) {
        scheduler.attend(caller, true);
      }
      const { tell, days, settingsService } = services;
      tell('settings.changed', settingsService.read());
      tell('archive.changed', { revision: days.revision() });
      tell('history.changed', {});
      tell('topics.changed', {});
      tell('cards.changed', {});
    },
    /** @param isReplaced true if it is opened again, and what was begun in this one goes on to its end */
    async close(isReplaced = false): Promise<void> {
      leaveList();
      look.close();
      await services.scan.close();
      await services.twins.close();
      await scheduler.close();
      await services.storages.following.close();
      await services.memoryFiles.close();
      services.topics.close();
      await services.workArchiving.close();
      await services.work.following.close();
      await services.archiveVersions.end();
      await retention.settled();
      await tidied;
      await services.erasure.settled();
      // Closed last, so that late changes while the rest was ending are remembered.
      await (isReplaced ? access.inTurn : access.inLastTurn)(() => contextFile.close());
    },
  };
}

/** Connects the signals of the lower parts to the upper parts that act on them. */
function connect(services: Services): void {
  const { ports, tell, history, drafts, contextFile, settingsService, decisions, rules, commit } = services;
  const lookAtFile = (): Promise<void> => services.look.look('file');
  services.durability.changed.on(contextFile.announceSummary);
  services.dataFolder.moved.on(async (before) => {
    await history.adopt(ports.paths.join(before, 'history'));
    await drafts.adopt(ports.paths.join(before, 'drafts'));
    for (const name of ['seen.json', 'cards.json']) {
      await ports.files.discard(ports.paths.join(before, name));
    }
  });
  services.dataFolder.shared.on((before) =>
    history.copy(ports.paths.join(before, 'history'), services.layout.contextName),
  );
  settingsService.changed.on((what) => {
    tell('settings.changed', settingsService.read());
    if (what === 'measure') {
      contextFile.reweigh();
    } else {
      contextFile.announceSummary();
    }
  });
  services.links.changed.on(() => {
    services.index.readAnew();
    contextFile.announceSummary();
  });
  services.topics.typesChanged.on(() => contextFile.readAgain());
  services.topics.changed.on(() => tell('topics.changed', {}));
  services.archiveVersions.kept.on(decisions.follow);
  services.lateWrites.grown.on((turn, before, after) => commit.write(turn, 'app', mergeStep(before, after, rules())));
  contextFile.mayHaveGrown.on(lookAtFile);
  services.topics.mayHaveGrown.on(lookAtFile);
  services.memoryFiles.hinted.on(lookAtFile);
  services.refresh.began.on(services.erasures.noticeBeforeReading);
  services.refresh.ended.on(services.erasures.noticeAfterReading);
  services.refresh.ended.on(services.storages.following.check);
  contextFile.remembering.on(services.erasures.noticeBeforeWriting);
}

async function readFirst(services: Services): Promise<void> {
  const { ports, layout, history, access, decisions, contextFile } = services;
  await services.durability.look();
  await services.links.refresh();
  const writtenBefore = await services.dataFolder.open();
  // The list comes before anything is kept: only an empty one is rebuilt.
  await orLogged(ports, 'The list of versions could not be made again', () =>
    history.rebuild((bytes) => fileOfText(layout, ports.decodeText(bytes) ?? '')),
  );
  await services.settingsService.refresh();
  await access.inTurn(async (turn) => {
    // Unless we have written before, or were interrupted at the first write, we have nothing to finish. Looking makes
    // no lock.
    if (writtenBefore || (await access.isLockMade())) {
      await services.commit.putRight(turn);
      await services.workArchiving.putRight(turn);
    }
    await services.undoLog.refresh();
    await services.erasures.open();
    await decisions.open();
    await contextFile.open();
    await services.topics.refresh(turn);
    await decisions.follow(turn);
    await services.memoryFiles.refresh(turn);
  });
}
