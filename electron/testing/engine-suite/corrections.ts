import { expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { today } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

/** A person's changes to entries, and undoing them. */
export function correctionTests(createWorld: CreateWorld): void {
  const started = (text?: string | null) => startOn(createWorld, text);

  test('looking at a memory writes nothing, not even a folder', async () => {
    const { world, summary } = await started();
    expect((await summary()).entryCount).toBe(7);
    expect(world.text(world.contextPath)).toBe(context);
    expect(
      world.files.calls.filter((call) => call.includes(world.root) && /^(replace|store|remove)/.test(call)),
    ).toEqual([]);
  });

  test('a correction changes its line and the three counted values, and no other byte', async () => {
    const { world, call, workspace, ref } = await started();
    const result = await call('context.change', {
      workspace,
      operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
    });
    expect(result.change?.label).toBe('Corrected “language”');
    const wanted = context
      .replace('- language: English', '- [2026-01-16|certain|user_correction|undated] language: German')
      .replace('last_updated: 2026-01-16', `last_updated: ${today}`)
      .replace('version: 15', 'version: 16');
    const words = readContext(wanted).words;
    expect(world.text(world.contextPath)).toBe(
      wanted.replace('token_estimate: 450', `token_estimate: ${Math.trunc(words * 1.3)}`),
    );
  });

  test('a change without effect is not written', async () => {
    const { world, call, workspace, ref } = await started();
    const result = await call('context.change', {
      workspace,
      operations: [{ op: 'confidence', entry: await ref('language'), confidence: 'certain' }],
    });
    expect(result.change).toBeNull();
    expect(world.text(world.contextPath)).toBe(context);
  });

  test.each([
    ['the first one first', [0, 1]],
    ['the last one first', [1, 0]],
  ])('undoes two deletions, %s', async (_, order) => {
    const { world, call, workspace, ref } = await started();
    const changes: string[] = [];
    for (const key of ['sleep_effect', 'Best workouts on Wednesday evenings']) {
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'delete', entry: await ref(key) }],
      });
      changes.push(change?.id ?? '');
    }
    expect(world.text(world.contextPath)).not.toContain('Wednesday');
    for (const index of order) {
      await call('context.undo', { workspace, change: changes[index] ?? '' });
    }
    expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    expect(world.text(world.contextPath)).toContain('version: 19');
  });

  test('confirms, pins and moves entries, each in its own line', async () => {
    const { world, call, workspace, ref } = await started();
    const change = async (operation: object) => call('context.change', { workspace, operations: [operation as never] });
    await change({ op: 'confidence', entry: await ref('sleep_effect'), confidence: 'likely' });
    await change({ op: 'pin', entry: await ref('Best workouts on Wednesday evenings'), pinned: true });
    await change({ op: 'move', entry: await ref('usual_time_of_day'), category: 'fact' });
    await change({ op: 'edit', entry: await ref('records'), key: 'best_lifts' });
    const text = world.text(world.contextPath) ?? '';
    expect(text).toContain('- [2025-12-01|likely|post_query|confirmed] sleep_effect: performance');
    expect(text).toContain(`- [${today}|tentative|parsed_from_file|pinned|undated] Best workouts`);
    expect(text).toMatch(
      /## Facts \(certain\)\n- \[.*\|user_correction\|undated\] best_lifts: .*\n- \[2026-01-10\|likely\|parsed_from_file\] usual_time_of_day/,
    );
  });

  test.each([
    ['less sure', { op: 'confidence', confidence: 'tentative' }],
    ['pinned', { op: 'pin', pinned: true }],
    ['corrected', { op: 'edit', value: 'Welsh' }],
    ['moved', { op: 'move', category: 'fact' }],
  ] as const)('an entry without a date that is %s does not take the file’s day as its date', async (_, said) => {
    const { world, call, workspace, find, ref, summary } = await started();
    await call('context.change', { workspace, operations: [{ ...said, entry: await ref('language') }] });
    expect(await find('language')).toMatchObject({ date: null });
    expect((await summary()).diagnosticCount).toBe(0);
    await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('language') }] });
    const { entries } = await call('archive.entries', { workspace });
    expect(entries).toMatchObject([{ key: 'language', date: null }]);
    const items = entries.map(({ file, raw, ordinal }) => ({ entry: { file, raw, ordinal } }));
    await call('archive.restore', { workspace, items });
    expect(await find('language')).toMatchObject({ date: null });
    expect(world.text(world.contextPath)).toMatch(/- \[2026-\d\d-\d\d\|.*\|undated.*\] language: /);
  });

  test('archives by hand, findable and restorable', async () => {
    const { world, call, workspace, ref } = await started();
    const entries = [await ref('language'), await ref('sleep_effect')];
    const { change } = await call('context.change', {
      workspace,
      operations: entries.map((entry) => ({ op: 'archive' as const, entry })),
    });
    expect(world.text(world.archivePath(today))).toBe(
      `---\narchived_from: global.md\narchived_date: ${today}\nreason: user_request\n---\n\n# Archived Context (${today})\n\n` +
        '## Archived Preferences\n- [2026-01-16|certain|parsed_from_file|by_hand|undated] language: English\n\n' +
        '## Archived Insights\n- [2025-12-01|tentative|post_query|by_hand] sleep_effect: performance drops below 7 hours\n',
    );
    await call('context.undo', { workspace, change: change?.id ?? '' });
    expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    expect((await call('archive.entries', { workspace })).total).toBe(0);
  });

  test('undo asks when the key exists again with another text', async () => {
    const { world, call, workspace, ref } = await started();
    const { change } = await call('context.change', {
      workspace,
      operations: [{ op: 'delete', entry: await ref('language') }],
    });
    await call('context.apply', { workspace, updates: [update('language', 'Welsh', 'preference')] });
    await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
      code: 'key_exists',
    });
    await call('context.undo', { workspace, change: change?.id ?? '', onDuplicate: 'keep_both' });
    expect(world.text(world.contextPath)).toMatch(/language: English[\s\S]*language: Welsh/);
  });

  test('undoes once when asked three times at once', async () => {
    const { world, call, workspace, ref } = await started();
    const entry = await ref('Best workouts on Wednesday evenings');
    const { change } = await call('context.change', { workspace, operations: [{ op: 'delete', entry }] });
    const undo = () => call('context.undo', { workspace, change: change?.id ?? '' });
    const answers = await Promise.allSettled([undo(), undo(), undo()]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
  });

  test('refuses an entry named twice in one step', async () => {
    const { world, call, workspace, ref } = await started();
    const entry = await ref('language');
    const operations = [
      { op: 'delete' as const, entry },
      { op: 'edit' as const, entry, value: 'German' },
    ];
    await expect(call('context.change', { workspace, operations })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(world.text(world.contextPath)).toBe(context);
  });

  test('undo of a correction that was corrected again is refused and changes nothing', async () => {
    const { world, call, workspace, ref } = await started();
    const { change } = await call('context.change', {
      workspace,
      operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
    });
    await call('context.change', {
      workspace,
      operations: [{ op: 'edit', entry: await ref('language'), value: 'Welsh' }],
    });
    const before = world.text(world.contextPath);
    await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
      code: 'change_superseded',
    });
    expect(world.text(world.contextPath)).toBe(before);
  });
}
