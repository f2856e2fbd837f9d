import { join } from 'node:path';
import { refOf } from '#shared/entries/entry.ts';
import { createComputer } from './computer.ts';

const memory = '## Facts (certain)\n- city: Lisbon\n\n## Insights (tentative)\n- [2025-12-01] naps: help\n';

/** A computer with a memory in a folder, which has one of everything, and one of Claude Code's with a topic. */
export async function preparedComputer() {
  const computer = createComputer();
  const notes = join(computer.home, 'notes');
  computer.write('notes/logs/context/global.md', memory);
  const claude = computer.write('.claude/projects/-boat/memory/MEMORY.md', '- [Tea](tea.md) — Assam\n');
  computer.write('.claude/projects/-boat/memory/tea.md', '---\nname: Tea\n---\n\nIn the morning.\n');
  await computer.run(async (call) => {
    const { id } = await call('workspaces.open', { path: notes });
    const { entries } = await call('context.read', { workspace: id });
    const operations = entries
      .filter(({ key }) => key === 'naps')
      .map((naps) => ({ op: 'archive' as const, entry: refOf(naps) }));
    await call('context.change', { workspace: id, operations });
    await call('context.change', {
      workspace: id,
      operations: [{ op: 'add', category: 'fact', key: 'tea', value: 'Assam' }],
    });
    await call('settings.write', { workspace: id, values: { tokenLimit: 1500 } });
    await call('conversationStore.add', {
      workspace: id,
      conversation: 'main',
      messages: [{ role: 'user', content: 'Which tea?' }],
    });
    await call('work.create', { workspace: id, type: 'note_processing', inputs: { raw_notes: 'n.md' } });
    await call('preferences.write', { values: { theme: 'dark' } });
    const other = await call('workspaces.open', { path: claude });
    await call('context.change', {
      workspace: other.id,
      operations: [{ op: 'add', category: null, key: 'Boat', value: 'a sloop' }],
    });
  });
  computer.write('notes/logs/storages/plan.json', '{"state":1}');
  computer.write('.data/contexture/conversations/kept/0123/about.json', '{"kept":true}');
  computer.write('.data/contexture/conversations/kept/0123/1-talk.jsonl', '{"said":"tea"}\n');
  return { computer, notes, claude };
}
