import { afterEach, beforeEach, describe } from 'vitest';
import { type Bench, createBench, type TransportUnderTest } from './bench.ts';
import { describeCalls } from './contract-calls.ts';
import { describeConnections } from './contract-connections.ts';
import { describeRefusals } from './contract-refusals.ts';

/** What every transport of the contract has to do; each one's test file calls this. */
export function describeContract(name: string, create: () => Promise<TransportUnderTest>): void {
  describe(`the contract over ${name}`, () => {
    // The tests below hold on to this object; each test finds its own connection in it.
    const bench = {} as { -readonly [K in keyof Bench]: Bench[K] };
    beforeEach(async () => {
      Object.assign(bench, await createBench(await create()));
    });
    afterEach(() => bench.under.close());

    describeCalls(bench);
    describeRefusals(bench);
    describeConnections(bench);
  });
}
