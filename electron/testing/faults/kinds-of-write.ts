import type { Result } from '#shared/contract/contract.ts';
import { applyEdits } from '#shared/text/edits.ts';
import type { Opened } from '../open-workspace.ts';

/** One kind of write: an endless sequence of calls whose progress is visible. */
type KindOfWrite = {
  readonly name: string;
  /** Makes the call after the first `done`. */
  call(opened: Opened, done: number): Promise<unknown>;
  /** Visible state after the first `done` calls. */
  after(done: number): string;
  seen(opened: Opened): Promise<string>;
  /** Text of a version in the history made by the call after the first `done`; null for no version. */
  trace(done: number): string | null;
};

const fillers = 150;
const sweep = 300;
const sweepFile = 'global-2026-05-03.md';
const restorable = (n: number): string => `- [2025-08-01|likely|weekly] old_${n}: was once true`;

/** Initial files of every kind of write, by their path in the workspace. */
export const filesBefore: Readonly<Record<string, string>> = {
  'logs/context/global.md': [
    ...['---', 'last_updated: 2026-01-16', 'version: 15', 'token_estimate: 0', '---', '', '# Global Context', ''],
    ...['## Preferences (certain)', '- language: English', '- typed: 0', '', '## Facts (certain)'],
    ...Array.from({ length: fillers }, (_, n) => `- fact_${n}: one of the many things that must not be lost, ${n}`),
    ...['', '## Insights (tentative)', '- [2025-12-01|tentative|weekly] lesson: 0', '- last: line', ''],
  ].join('\n'),
  [`logs/context/archive/${sweepFile}`]: [
    ...['---', 'archived_from: global.md', 'archived_date: 2026-05-03', 'reason: size_management', '---', ''],
    ...['# Archived Context (2026-05-03)', '', '## Archived Insights'],
    ...Array.from({ length: sweep }, (_, n) => restorable(n)),
    '',
  ].join('\n'),
  '.contexture/settings.yaml': '# mine\ntoken_limit: 100000\n',
};

/** Required text of the context file at every moment, during any write. */
export function isWholeContext(text: string): boolean {
  const facts = text.match(/^- fact_\d+: one of the many things that must not be lost, \d+$/gm) ?? [];
  return (
    text.startsWith('---\n') && facts.length === fillers && text.includes('\n- last: line\n') && text.endsWith('\n')
  );
}

/** The same of an archive file. */
export function isWholeArchive(text: string): boolean {
  return text.startsWith('---\n') && text.includes('\n# Archived Context (') && text.endsWith('\n');
}

const numbers = (keys: readonly (string | null)[], prefix: string): number[] =>
  keys
    .flatMap((key) => (key?.startsWith(prefix) ? [Number(key.slice(prefix.length))] : []))
    .sort((one, other) => one - other);

async function places(opened: Opened, prefix: string): Promise<string> {
  const { call, workspace } = opened;
  const live = await opened.entries();
  const archived = await call('archive.entries', { workspace, limit: 1000 });
  return JSON.stringify({
    live: numbers(
      live.map(({ key }) => key),
      prefix,
    ),
    archived: numbers(
      archived.entries.map(({ key }) => key),
      prefix,
    ),
  });
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
const valueNow = async (opened: Opened, key: string): Promise<string> => (await opened.find(key)).value;
const tokenLimit = (done: number): number => 100_000 + done;
const draftOwner = 'window-one';

const conversation = 'main';
const messageText = (n: number): string => `"content":"message ${n}"`;

const addMessage = ({ call, workspace }: Opened, n: number) =>
  call('conversationStore.add', { workspace, conversation, messages: [{ role: 'user', content: `message ${n}` }] });

async function messagesNow({ call, workspace }: Opened): Promise<string> {
  const said: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: Result<'conversationStore.messages'> = await call('conversationStore.messages', {
      workspace,
      conversation,
      from,
    });
    said.push(...page.messages.map(({ message }) => String(message['content'])));
    from = page.next;
  }
  return JSON.stringify(numbers(said, 'message '));
}

/** Each kind of write by one process. */
export function kindsOfWrite(): readonly KindOfWrite[] {
  /** The process's undoable changes; one that starts after a change can't know them. */
  let change: string | null = null;
  return [
    {
      name: 'an entry changed',
      call: async ({ call, workspace, ref }, done) =>
        call('context.change', {
          workspace,
          operations: [{ op: 'edit', entry: await ref('language'), value: `number ${done + 1}` }],
        }),
      after: (done) => (done === 0 ? 'English' : `number ${done}`),
      seen: (opened) => valueNow(opened, 'language'),
      trace: (done) => `language: number ${done + 1}\n`,
    },
    {
      name: 'updates applied',
      call: ({ call, workspace }, done) =>
        call('context.apply', {
          workspace,
          updates: ['lesson', `lesson_${done % 40}`].map((key) => ({
            category: 'insight',
            key,
            value: String(done + 1),
            confidence: 'tentative',
            source: 'post_query',
          })),
        }),
      after: String,
      seen: (opened) => valueNow(opened, 'lesson'),
      trace: (done) => `lesson: ${done + 1}\n`,
    },
    {
      name: 'an archival over two files',
      call: async ({ call, workspace, ref }, done) => {
        const key = `note_${Math.floor(done / 2)}`;
        return call('context.change', {
          workspace,
          operations: [
            done % 2 === 0
              ? { op: 'add', category: 'insight', key, value: 'to be archived' }
              : { op: 'archive', entry: await ref(key) },
          ],
        });
      },
      after: (done) =>
        JSON.stringify({
          live: range(Math.floor(done / 2), Math.ceil(done / 2)),
          archived: range(0, Math.floor(done / 2)),
        }),
      seen: (opened) => places(opened, 'note_'),
      trace: (done) => `note_${Math.floor(done / 2)}: to be archived\n`,
    },
    {
      name: 'a restore over two files',
      call: ({ call, workspace }, done) =>
        call('archive.restore', {
          workspace,
          items: [{ entry: { file: sweepFile, raw: restorable(done), ordinal: 0 } }],
          allowOver: true,
        }),
      after: (done) => JSON.stringify({ live: range(0, done), archived: range(done, sweep) }),
      seen: (opened) => places(opened, 'old_'),
      trace: (done) => `old_${done}: was once true\n`,
    },
    {
      name: 'an undo',
      call: async ({ call, workspace, ref }, done) => {
        if (done % 2 === 1 && change !== null) {
          return call('context.undo', { workspace, change });
        }
        const value = done % 2 === 0 ? `number ${done + 1}` : 'English';
        const made = await call('context.change', {
          workspace,
          operations: [{ op: 'edit', entry: await ref('language'), value }],
        });
        change = made.change?.id ?? null;
        return made;
      },
      after: (done) => (done % 2 === 0 ? 'English' : `number ${done}`),
      seen: (opened) => valueNow(opened, 'language'),
      trace: (done) => (done % 2 === 0 ? `language: number ${done + 1}\n` : null),
    },
    {
      name: 'text saved',
      call: async ({ call, workspace }, done) => {
        const { text, version } = await call('text.read', { workspace });
        const line = /^- typed: .*$/m.exec(text);
        const from = line?.index ?? 0;
        return call('text.save', {
          workspace,
          version,
          edits: [{ from, to: from + (line?.[0].length ?? 0), insert: `- typed: ${done + 1}` }],
        });
      },
      after: String,
      seen: (opened) => valueNow(opened, 'typed'),
      trace: (done) => `- typed: ${done + 1}\n`,
    },
    {
      name: 'settings changed',
      call: ({ call, workspace }, done) =>
        call('settings.write', { workspace, values: { tokenLimit: tokenLimit(done + 1) } }),
      after: (done) => String(tokenLimit(done)),
      seen: async ({ call, workspace }) => String((await call('settings.read', { workspace })).settings.tokenLimit),
      trace: (done) => `# mine\ntoken_limit: ${tokenLimit(done + 1)}\n`,
    },
    {
      name: 'a draft stored',
      call: ({ call, workspace }, done) =>
        call('text.keepDraft', {
          workspace,
          owner: draftOwner,
          version: null,
          edits: [{ from: 0, to: 0, insert: draftText(done + 1) }],
        }),
      after: (done) => (done === 0 ? '' : draftText(done)),
      seen: async ({ call, workspace }) =>
        (await call('text.claimDraft', { workspace, owner: draftOwner })).draft?.text ?? '',
      trace: () => null,
    },
    {
      name: 'a message added',
      call: addMessage,
      after: (done) => JSON.stringify(range(0, done)),
      seen: messagesNow,
      trace: () => null,
    },
    {
      name: 'a conversation cleared',
      call: (opened, done) =>
        done % 2 === 0
          ? addMessage(opened, done)
          : opened.call('conversationStore.clear', { workspace: opened.workspace, conversation }),
      after: (done) => JSON.stringify(done % 2 === 0 ? [] : [done - 1]),
      seen: messagesNow,
      trace: (done) => (done % 2 === 0 ? null : messageText(done - 1)),
    },
  ];
}

/** One kind of write, as a process that has not made any call yet. */
export function kindOfWrite(name: string): KindOfWrite {
  const found = kindsOfWrite().find((each) => each.name === name);
  if (!found) {
    throw new Error(`There is no kind of write called ${name}`);
  }
  return found;
}

function draftText(done: number): string {
  const insert = `- typed and not saved: ${done}\n`;
  return applyEdits(filesBefore['logs/context/global.md'] ?? '', [{ from: 0, to: 0, insert }]);
}
