import { describeContract } from '../testing/contract-suite.ts';
import { createHost } from './host.ts';
import { createInProcessLine } from './in-process.ts';

describeContract('a line within one process', async () => {
  let lines = 0;
  const closes: (() => void)[] = [];
  return {
    connect: async (service, onProblem) => {
      const { client, host } = createInProcessLine();
      lines += 1;
      const caller = `in-process-${lines}`;
      createHost(service, host, { caller, onProblem });
      closes.push(() => client.close());
      return { transport: client, caller, hangUp: () => host.close() };
    },
    close: async () => {
      for (const close of closes) {
        close();
      }
    },
  };
});
