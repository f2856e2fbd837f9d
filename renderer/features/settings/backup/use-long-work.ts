import { useState } from 'react';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { useAttempt } from '../../../api/answers.ts';

/** Runs one long call at a time, with its progress in kilobytes, and a way to stop it while it can be stopped. */
export function useLongWork() {
  const { busy, problem, attempt, forget } = useAttempt();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [stop, setStop] = useState<(() => void) | null>(null);
  const run = (work: (options: CallOptions) => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      setProgress(null);
      try {
        await work({
          onStart: (cancel) => setStop(() => cancel),
          onProgress: ({ done, total }) =>
            setProgress({ done: Math.ceil(done / 1000), total: Math.ceil(total / 1000) }),
        });
      } finally {
        setStop(null);
      }
    });
  return { busy, problem, progress, stop, run, forget };
}
