import { describeContract } from '../testing/contract-suite.ts';
import { createHost } from './host.ts';
import { createInProcessConnection } from './in-process.ts';

describeContract('a connection within one process', async () => {
  let connections = 0;
  const closes: (() => void)[] = [];
  return {
    connect: async (service, onProblem) => {
      const { client, host } = createInProcessConnection();
      connections += 1;
      const caller = `in-process-${connections}`;
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
