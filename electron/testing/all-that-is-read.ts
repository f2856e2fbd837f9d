import type { MethodName } from '#shared/contract/contract.ts';
import { repairs } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { addDays, dayOfMoment } from '#shared/text/dates.ts';
import { today } from './engine-world.ts';
import type { Opened } from './open-workspace.ts';

/**
 * Reads a call's answers to every possible request; `does` for a call that changes something and answers with the
 * change.
 */
type Reading = 'does' | ((opened: Opened) => Promise<unknown>);

const positionsOf = async ({ call, workspace }: Opened): Promise<number[]> => {
  const { lines } = await call('history.list', { workspace, limit: 500 });
  return lines.map(({ position }) => position);
};
const each = async <T>(of: readonly T[], ask: (one: T) => Promise<unknown>): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const one of of) {
    // Errors are included, since they may quote.
    answers.push(await ask(one).catch((error: unknown) => String(error)));
  }
  return answers;
};

async function readStoredConversations(
  { call, workspace }: Opened,
  method: 'conversationStore.messages' | 'conversationStore.forRequest',
): Promise<unknown> {
  const { conversations } = await call('conversationStore.list', { workspace });
  return each(conversations, ({ name: conversation }) => call(method, { workspace, conversation }));
}

async function readWorkflows({ call, workspace }: Opened, ask: (id: string) => Promise<unknown>): Promise<unknown> {
  const { workflows } = await call('work.list', { workspace, limit: 1000 });
  return each(workflows, ({ id }) => ask(id));
}

/** Every call of the contract: a new one has to add here how all its answers are read. */
const readings: { readonly [N in MethodName]: Reading } = {
  'app.start': ({ call }) => call('app.start', {}),
  'app.mayClose': 'does',
  'preferences.write': 'does',
  'notifications.watch': 'does',
  'notifications.waiting': ({ call }) => call('notifications.waiting', {}),
  'memories.list': ({ call }) => call('memories.list', { limit: 200 }),
  'memories.search': ({ call }) =>
    each([...'aeiou1234567890'], (text) => call('memories.search', { text, limit: 200 })),
  'memories.holding': ({ call, workspace }) => call('memories.holding', { workspace, texts: [...'aeiou1234567890'] }),
  'digest.read': ({ call }) =>
    each([today, dayOfMoment(Date.now())], (day) =>
      call('digest.read', { from: addDays(day, -360), before: addDays(day, 5), items: 1000 }),
    ),
  'conversations.places': ({ call }) => call('conversations.places', {}),
  'conversations.approve': 'does',
  'conversations.addPlace': 'does',
  'conversations.keeping': ({ call }) => call('conversations.keeping', {}),
  'conversations.origin': async ({ call, workspace, entries }) =>
    each(await entries(), (entry) => call('conversations.origin', { workspace, entry: refOf(entry) })),
  'conversations.learned': async ({ call, workspace }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.learned', { workspace, conversation: id }));
  },
  'conversations.rememberPreview': async ({ call, workspace, entries }) => {
    const { conversations } = await call('conversations.list', {});
    const [conversation] = conversations;
    return conversation === undefined
      ? null
      : each(await entries(), ({ value }) =>
          call('conversations.rememberPreview', { workspace, conversation: conversation.id, at: 0, value }),
        );
  },
  'conversations.remember': 'does',
  'conversations.keep': 'does',
  'conversations.removeCopy': 'does',
  'conversations.setKeeping': 'does',
  'conversations.list': ({ call }) => call('conversations.list', {}),
  'conversations.page': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.page', { id, limit: 200 }));
  },
  'conversations.outline': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.outline', { id }));
  },
  'conversations.find': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.find', { id, text: 'e' }));
  },
  'conversations.lines': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, async ({ id }) => {
      const { unread, unknown } = await call('conversations.outline', { id });
      return call('conversations.lines', { id, places: [...unread, ...unknown].slice(0, 50) });
    });
  },
  'conversations.block': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.block', { id, at: 0, block: 0 }));
  },
  'conversations.about': async ({ call }) => {
    const { conversations } = await call('conversations.list', {});
    return each(conversations, ({ id }) => call('conversations.about', { id }));
  },
  'conversations.watch': 'does',
  'conversations.follow': 'does',
  'conversationStore.list': ({ call, workspace }) => call('conversationStore.list', { workspace }),
  'conversationStore.initialize': 'does',
  'conversationStore.add': 'does',
  'conversationStore.messages': (opened) => readStoredConversations(opened, 'conversationStore.messages'),
  'conversationStore.forRequest': (opened) => readStoredConversations(opened, 'conversationStore.forRequest'),
  'conversationStore.clear': 'does',
  'conversations.search': ({ call }) =>
    each([...'aeiou1234567890'], (text) => call('conversations.search', { text, match: 'anywhere', limit: 100 })),
  'conversations.scan': ({ call, workspace }) => call('conversations.scan', { workspace }),
  'conversations.index': ({ call }) => call('conversations.index', {}),
  'conversations.pauseIndex': 'does',
  'storages.places': ({ call, workspace }) => call('storages.places', { workspace }),
  'connections.list': ({ call, workspace }) => call('connections.list', { workspace }),
  'connections.preview': ({ call, workspace }) => call('connections.preview', { workspace, program: 'codex' }),
  // It answers with names, sizes and places, and no text.
  'backup.create': 'does',
  'backup.read': 'does',
  'backup.restore': 'does',
  'backup.state': 'does',
  'backup.setWeekly': 'does',
  'removal.list': 'does',
  'removal.carryOut': 'does',
  'connections.connect': 'does',
  'connections.disconnect': 'does',
  'connections.undo': 'does',
  'connections.try': 'does',
  'connections.oldPlaces': ({ call }) => call('connections.oldPlaces', {}),
  'connections.answerOldPlaces': 'does',
  'connections.noteRead': 'does',
  'storages.list': ({ call, workspace }) => call('storages.list', { workspace }),
  'storages.search': ({ call, workspace }) =>
    each([...'aeiou1234567890'], (query) => call('storages.search', { workspace, query, limit: 1000 })),
  'storages.read': async ({ call, workspace }) => {
    const { storages } = await call('storages.list', { workspace });
    return each(storages, ({ file }) => call('storages.read', { workspace, file }));
  },
  'storages.beginnings': async ({ call, workspace }) => {
    const { storages } = await call('storages.list', { workspace });
    return each(storages, ({ file }) => call('storages.beginnings', { workspace, files: [file] }));
  },
  'storages.changes': async ({ call, workspace }) => {
    const { storages } = await call('storages.list', { workspace });
    return each(storages, ({ file }) => call('storages.changes', { workspace, file }));
  },
  'storages.getState': ({ call, workspace }) => call('storages.getState', { workspace, agent: 'support' }),
  'storages.markSeen': 'does',
  'storages.preview': ({ call, workspace }) =>
    call('storages.preview', { workspace, act: 'remove', scope: { of: 'all' } }),
  'storages.removeAll': 'does',
  'storages.adopt': 'does',
  'storages.untrack': 'does',
  'storages.edit': 'does',
  'storages.setState': 'does',
  'storages.write': 'does',
  'storages.setAside': 'does',
  'storages.clear': 'does',
  'storages.remove': 'does',
  'work.list': ({ call, workspace }) => call('work.list', { workspace, limit: 1000 }),
  'work.show': (opened) => readWorkflows(opened, (id) => opened.call('work.show', { workspace: opened.workspace, id })),
  'work.text': (opened) =>
    readWorkflows(opened, (id) => opened.call('work.text', { workspace: opened.workspace, id, file: 'context.json' })),
  'work.agentView': (opened) =>
    readWorkflows(opened, (id) =>
      opened.call('work.agentView', { workspace: opened.workspace, id, agent: 'session_manager' }),
    ),
  'work.check': (opened) =>
    readWorkflows(opened, (id) => opened.call('work.check', { workspace: opened.workspace, id })),
  'work.search': async ({ call, workspace }) => {
    for (const text of [...'aeiou1234567890']) {
      await call('work.search', { workspace, text, limit: 200 });
    }
  },
  'work.previewResume': (opened) =>
    readWorkflows(opened, (id) =>
      opened.call('work.previewResume', { workspace: opened.workspace, id, from: { checkpoint: 1 } }),
    ),
  'foreignWork.list': ({ call, workspace }) => call('foreignWork.list', { workspace }),
  'foreignWork.show': async ({ call, workspace }) => {
    const { workflows } = await call('foreignWork.list', { workspace });
    return each(workflows, ({ id }) => call('foreignWork.show', { workspace, id }));
  },
  'foreignWork.text': async ({ call, workspace }) => {
    const { workflows } = await call('foreignWork.list', { workspace });
    return each(workflows, ({ id, path }) => call('foreignWork.text', { workspace, id, file: path }));
  },
  'foreignWork.search': ({ call, workspace }) => call('foreignWork.search', { workspace, text: 'a' }),
  'foreignWork.watch': 'does',
  'foreignWork.keep': 'does',
  'foreignWork.removeCopy': 'does',
  'work.create': 'does',
  'work.makeTemplate': 'does',
  'work.update': 'does',
  'work.edit': 'does',
  'work.editText': 'does',
  'work.skip': 'does',
  'work.fail': 'does',
  'work.ask': 'does',
  'work.answer': 'does',
  'work.checkpoint': 'does',
  'work.resume': 'does',
  'work.complete': 'does',
  'work.acceptGaps': 'does',
  'work.archived': ({ call, workspace }) => call('work.archived', { workspace, limit: 1000 }),
  'work.previewRemoval': ({ call, workspace }) => call('work.previewRemoval', { workspace }),
  'work.archive': 'does',
  'work.archiveDue': 'does',
  'work.restore': 'does',
  'work.removeArchived': 'does',
  'workspaces.browse': 'does',
  // It answers with a form and nothing of the file.
  'workspaces.form': 'does',
  'workspaces.open': 'does',
  'workspaces.choose': 'does',
  'workspaces.reveal': 'does',
  'workspaces.openSample': 'does',
  'workspaces.recent': ({ call }) => call('workspaces.recent', {}),
  'workspaces.forget': 'does',
  'workspaces.attend': 'does',
  'context.read': ({ call, workspace }) => call('context.read', { workspace, limit: 1000 }),
  'context.entries': async ({ call, workspace }) => {
    const { revision } = await call('context.read', { workspace });
    return call('context.entries', { workspace, revision });
  },
  'context.otherLines': async ({ call, workspace }) => {
    const { revision } = await call('context.read', { workspace });
    return call('context.otherLines', { workspace, revision, limit: 1000 });
  },
  'context.preview': async ({ call, workspace, entries }) =>
    each(await entries(), (entry) =>
      call('context.preview', { workspace, operations: [{ op: 'delete', entry: refOf(entry) }] }),
    ),
  'context.change': 'does',
  'context.apply': 'does',
  'context.archiveAll': 'does',
  'context.archiveOverflow': 'does',
  'context.undo': 'does',
  'context.redo': 'does',
  'context.undoable': ({ call, workspace }) => call('context.undoable', { workspace }),
  'context.previewRepair': async ({ call, workspace }) =>
    each(repairs, (repair) => call('context.previewRepair', { workspace, repair })),
  'context.repair': 'does',
  'context.putBack': 'does',
  'context.markSeen': 'does',
  'bringIn.read': ({ call, workspace }) => call('bringIn.read', { workspace, text: '- tea\n- language: German' }),
  'transfer.preview': 'does',
  'transfer.carryOut': 'does',
  'transfer.undo': 'does',
  'transfer.alike': async ({ call, workspace, entries }) =>
    each((await entries()).slice(0, 5), (entry) => call('transfer.alike', { workspace, entry: refOf(entry) })),
  'transfer.correctAlike': 'does',
  'updates.read': ({ call }) => call('updates.read', {}),
  'updates.look': 'does',
  'updates.download': 'does',
  'updates.stop': 'does',
  'updates.install': 'does',
  'updates.skip': 'does',
  'updates.seen': 'does',
  'topics.list': ({ call, workspace }) => call('topics.list', { workspace, limit: 1000 }),
  'topics.read': async ({ call, workspace }) => {
    const { topics } = await call('topics.list', { workspace, limit: 1000 });
    return each(topics, ({ file }) => call('topics.read', { workspace, file }));
  },
  'topics.change': 'does',
  'topics.mention': 'does',
  'topics.rename': 'does',
  'topics.putBack': 'does',
  'topics.delete': 'does',
  'app.noteUnsaved': 'does',
  'app.report': ({ call, workspace }) => call('app.report', { workspace }),
  'app.openLog': 'does',
  'text.read': ({ call, workspace }) => call('text.read', { workspace }),
  'text.save': 'does',
  'text.keepDraft': 'does',
  'text.claimDraft': ({ call, workspace }) => call('text.claimDraft', { workspace, owner: 'whoever-reads-all' }),
  'text.discardDraft': 'does',
  'text.keepFields': 'does',
  'text.claimFields': ({ call, workspace }) => call('text.claimFields', { workspace, owner: 'whoever-reads-all' }),
  'archive.files': ({ call, workspace }) => call('archive.files', { workspace }),
  'archive.entries': ({ call, workspace }) => call('archive.entries', { workspace, layout: true }),
  'archive.previewRestore': async ({ call, workspace }) => {
    const { files } = await call('archive.files', { workspace });
    return each(files, ({ name }) => call('archive.previewRestore', { workspace, file: name }));
  },
  'archive.restore': 'does',
  'archive.delete': 'does',
  'history.list': ({ call, workspace }) => call('history.list', { workspace, limit: 500 }),
  'history.changes': async (opened) =>
    each(await positionsOf(opened), (position) =>
      opened.call('history.changes', { workspace: opened.workspace, position }),
    ),
  'history.previewRestore': async (opened) =>
    each(await positionsOf(opened), (position) =>
      opened.call('history.previewRestore', { workspace: opened.workspace, position }),
    ),
  'history.lastChange': async ({ call, workspace, entries }) =>
    each(await entries(), (entry) => call('history.lastChange', { workspace, entry: refOf(entry) })),
  'history.texts': async ({ call, workspace }) => {
    const { lines } = await call('history.list', { workspace });
    return call('history.texts', { workspace, positions: lines.map(({ position }) => position).slice(0, 100) });
  },
  'history.story': async ({ call, workspace, entries }) =>
    each(await entries(), (entry) => call('history.story', { workspace, entry: refOf(entry) })),
  'history.restore': 'does',
  'history.undo': 'does',
  'history.bringBack': 'does',
  'history.goWithout': 'does',
  'history.letGo': 'does',
  'cards.list': ({ call, workspace }) => call('cards.list', { workspace }),
  'cards.reopen': 'does',
  'cards.settle': 'does',
  'assistant.read': ({ call, workspace }) => call('assistant.read', { workspace }),
  'sources.list': ({ call, workspace }) => call('sources.list', { workspace }),
  'sources.read': async ({ call, workspace }) => {
    const { files } = await call('sources.list', { workspace });
    return each(files, ({ path }) => call('sources.read', { workspace, path }));
  },
  'sources.approve': 'does',
  'erase.preview': 'does',
  'erase.carryOut': 'does',
  'erase.returned': ({ call, workspace }) => call('erase.returned', { workspace }),
  'erase.keep': 'does',
  'scan.list': ({ call, workspace }) => call('scan.list', { workspace, limit: 1000, wait: true }),
  'scan.settle': 'does',
  'twins.list': ({ call, workspace }) => call('twins.list', { workspace, limit: 1000, wait: true }),
  'twins.settle': 'does',
  'settings.read': ({ call, workspace }) => call('settings.read', { workspace }),
  'settings.preview': ({ call, workspace }) =>
    call('settings.preview', { workspace, values: { tokenLimit: 100, measure: 'estimate' } }),
  'settings.write': 'does',
};

/** Names of the calls whose answers hold a text in any place of their JSON. */
export async function callsWithText(opened: Opened, text: string): Promise<string[]> {
  const telling: string[] = [];
  for (const [name, reading] of Object.entries(readings)) {
    const answer = reading === 'does' ? null : await reading(opened);
    if (textsIn(answer).some((each) => each.replace(/\s+/g, ' ').includes(text.replace(/\s+/g, ' ')))) {
      telling.push(name);
    }
  }
  return telling;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
}
