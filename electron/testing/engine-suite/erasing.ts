import { expect } from 'vitest';
import type { EraseTarget } from '#shared/contract/features/erasure.ts';
import type { openIn, World } from '../engine-world.ts';
import { context } from './starting.ts';

/** A text to erase, and a memory that contains it. */
export const secret = 'hunter2-ünïque "x"';
export const withSecret = context.replace('- language: English', `- language: English\n- bank_password: ${secret}`);

type Open = Awaited<ReturnType<typeof openIn>>;
export type OpenWorld = Open & { readonly world: World };

/** Erases, and lets time pass until superseded files have had their second check. */
export async function erase({ world, call, workspace }: OpenWorld, target: EraseTarget, syntax = false) {
  let outcome: Awaited<ReturnType<typeof call<'erase.carryOut'>>> | null = null;
  let failed: unknown = null;
  void call('erase.carryOut', { workspace, target, syntax, word: 'erase' }).then(
    (result) => {
      outcome = result;
    },
    (error: unknown) => {
      failed = error;
    },
  );
  await world.until(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcome ?? failed).not.toBeNull();
  });
  if (failed) {
    throw failed;
  }
  return outcome as unknown as Awaited<ReturnType<typeof call<'erase.carryOut'>>>;
}

export const edit = async ({ call, workspace, ref }: Open, key: string, value: string) =>
  call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref(key), value }] });

export const keepDraft = async ({ call, workspace, summary }: Open, owner: string, insert: string) =>
  call('text.keepDraft', {
    workspace,
    owner,
    version: (await summary()).version,
    edits: [{ from: 0, to: 0, insert }],
  });
