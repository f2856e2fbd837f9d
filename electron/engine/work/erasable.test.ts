import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { filesWith } from '#testing/byte-search.ts';
import { erase } from '#testing/engine-suite/erasing.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { done, startWork } from '#testing/start-work.ts';

const secret = 'Prof. "Ülk" Okafor';

test('erases a text from contexts, steps, checkpoints and agents’ files, which stay consistent', async () => {
  const opened = await startWork();
  const { world, call, workspace, folder, create, contextOf } = opened;
  const { id } = await create({ raw_notes: 'notes.md', participants: [secret, 'Ann'] });
  const update = done('initialize', 'one', { outputs: { met: `We met ${secret}.` }, create_checkpoint: true });
  await call('work.update', { workspace, id, update });
  await call('work.ask', { workspace, id, question: `Is ${secret} coming?`, assistant: 'one' });
  await call('work.answer', { workspace, id, answer: 'yes' });
  const other = await create({ raw_notes: secret });
  await call('work.complete', { workspace, id: other.id });
  world.outside.write(`${folder}/contexts/active/${id}/artifacts/notes.md`, `# ${secret}\n`);
  const { places } = await call('erase.preview', { workspace, target: { text: secret } });
  expect(places.find(({ place }) => place === 'work')?.count).toBe(5);
  await erase(opened, { text: secret });
  const escaped = JSON.stringify(secret).slice(1, -1);
  for (const { path, bytes } of world.everyFile()) {
    const text = Buffer.from(bytes).toString('utf8');
    expect([path, text.includes(secret) || text.includes(escaped)]).toEqual([path, false]);
  }
  const context = contextOf(id);
  expect(context.data.inputs.participants).toEqual(['', 'Ann']);
  const kept = world.text(`${folder}/contexts/active/${id}/checkpoints/checkpoint_001.json`) ?? '';
  expect(context.audit.checkpoints[0].verification).toBe(createHash('sha256').update(kept).digest('hex'));
  const { findings } = await call('work.check', { workspace, id });
  expect(findings.filter(({ type }) => type !== 'missing')).toEqual([]);
});

test('erases a text from archived workflows, which stay complete archives', async () => {
  const world = await createNodeWorld();
  const opened = { world, ...(await openIn(world, { startEmpty: true })) };
  const { call, workspace } = opened;
  const inputs = { raw_notes: 'notes.md', participants: [secret, 'Ann'] };
  const { id } = await call('work.create', { workspace, type: 'note_processing', inputs });
  const other = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'other' } });
  const update = done('initialize', 'one', { outputs: { met: `We met ${secret}.` }, create_checkpoint: true });
  await call('work.update', { workspace, id, update });
  const folder = `${world.root}/.aifriday/contexts/active/${id}`;
  mkdirSync(`${folder}/artifacts`);
  world.outside.write(`${folder}/artifacts/notes.md`, `# ${secret}\n`);
  world.outside.replaceBytes(`${folder}/artifacts/all.bin`, Buffer.from(`\u0000\u00ff${secret}`, 'latin1'));
  const { archived } = await call('work.archive', { workspace, id });
  await call('work.archive', { workspace, id: other.id });
  const archiveOf = (one: string) =>
    `${world.root}/.aifriday/contexts/archived/${archived.month.replace('-', '/')}/${one}.tar.gz`;
  const untouched = readFileSync(archiveOf(other.id));
  // Control: the compressed text is found.
  expect(await filesWith(world, secret)).toContain(archiveOf(id));

  const { places } = await call('erase.preview', { workspace, target: { text: secret } });
  expect(places.find(({ place }) => place === 'work')?.count).toBe(4);
  await erase(opened, { text: secret });

  expect(await filesWith(world, secret)).toEqual([]);
  expect(readFileSync(archiveOf(other.id)).equals(untouched)).toBe(true);
  expect((await call('work.archived', { workspace })).workflows).toContainEqual({
    ...archived,
    bytes: readFileSync(archiveOf(id)).length,
  });
  await call('work.restore', { workspace, id });
  const context = JSON.parse(world.text(`${folder}/context.json`) ?? '');
  expect(context.data.inputs.participants).toEqual(['', 'Ann']);
  const kept = world.text(`${folder}/checkpoints/checkpoint_001.json`) ?? '';
  expect(context.audit.checkpoints[0].verification).toBe(createHash('sha256').update(kept).digest('hex'));
  expect(world.text(`${folder}/artifacts/notes.md`)).toBe('#\n');
});

test('the safety scan reads archived workflows', async () => {
  const world = await createNodeWorld();
  const { call, workspace } = await openIn(world, { startEmpty: true });
  // Built from parts, so that no scanner takes this file for a leak.
  const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const { id } = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: `use ${key}` } });
  const found = async () => (await call('scan.list', { workspace, wait: true })).findings;
  expect(await found()).toMatchObject([{ text: key, file: `.aifriday/contexts/active/${id}/context.json` }]);
  const { archived } = await call('work.archive', { workspace, id });
  const file = `.aifriday/contexts/archived/${archived.month.replace('-', '/')}/${id}.tar.gz`;
  expect(await found()).toMatchObject([{ text: key, file: `${file}: context.json` }]);
});

test('the safety scan reads every file of workflows and their agents, and reports what it can’t read', async () => {
  const world = await createNodeWorld();
  const { call, workspace } = await openIn(world, { startEmpty: true });
  const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const { id } = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'notes.md' } });
  const update = done('initialize', 'one', { outputs: { said: `"${key}"` }, create_checkpoint: true });
  const { stepFile } = await call('work.update', { workspace, id, update });
  const active = `.aifriday/contexts/active/${id}`;
  const write = (file: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(`${world.root}/${file}`), { recursive: true });
    writeFileSync(`${world.root}/${file}`, text);
  };
  const others = [
    `${active}/artifacts/deep/notes.md`,
    '.aifriday/agents/one/config.json',
    '.aifriday/agents/one/state.json',
    '.aifriday/agents/one/logs/2026-01-01.jsonl',
  ];
  for (const file of others) {
    write(file, `{"a": "use ${key}"}`);
  }
  write(`${active}/artifacts/a.png`, Buffer.from('89504e470d0a1a0aff', 'hex'));
  write(`${active}/artifacts/large.txt`, ' '.repeat(16 * 1024 * 1024 + 1));
  symlinkSync('/etc/hostname', `${world.root}/${active}/artifacts/link`);
  const found = async () => {
    const { findings, problem } = await call('scan.list', { workspace, wait: true });
    return { files: [...new Set(findings.map(({ file }) => file))].sort(), problem };
  };
  const ofSteps = ['checkpoints/checkpoint_001.json', 'context.json', stepFile].map((file) => `${active}/${file}`);
  const first = await found();
  expect(first.files).toEqual([...ofSteps, ...others].sort());
  expect(first.problem).toContain('artifacts/a.png was not looked at. It isn’t text.');
  expect(first.problem).toContain('artifacts/large.txt was not looked at. It is over 16 MB.');
  expect(first.problem).toContain('artifacts/link could not be read. It is a link.');
  rmSync(`${world.root}/${active}/artifacts/link`);
  const { archived } = await call('work.archive', { workspace, id });
  const archive = `.aifriday/contexts/archived/${archived.month.replace('-', '/')}/${id}.tar.gz`;
  const then = await found();
  const inArchive = [...ofSteps, ...others.slice(0, 1)].map((file) => file.replace(`${active}/`, `${archive}: `));
  expect(then.files).toEqual([...inArchive, ...others.slice(1)].sort());
  expect(then.problem).toContain(`${archive}: artifacts/a.png was not looked at. It isn’t text.`);
  expect(then.problem).toContain('artifacts/large.txt was not looked at. It is over 16 MB.');
});
