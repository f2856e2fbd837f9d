import { afterEach, beforeEach, describe } from 'vitest';
import { type Bench, createBench, type TransportUnderTest } from './bench.ts';
import { describeCalls } from './contract-calls.ts';
import { describeConnections } from './contract-connections.ts';
import { describeRefusals } from './contract-refusals.ts';

/** Tests for every transport of the contract; each one's test file calls this. */
export function describeContract(name: string, create: () => Promise<TransportUnderTest>): void {
  describe(`the contract over ${name}`, () => {
    // The tests below share this object; it holds the connection of the current test.
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
