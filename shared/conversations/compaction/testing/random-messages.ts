import fc from 'fast-check';
import type { Message } from '../../message.ts';

const text = fc.oneof(
  fc.constantFrom('ok', 'yes', 'thanks', 'Run the tests.', ''),
  fc.lorem({ maxCount: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const long = fc.oneof(
  text,
  fc.nat({ max: 4000 }).map((count) => 'line of output \u2603 '.repeat(count / 16)),
);

type Turn = (call: () => string) => Message[];

const said = fc.tuple(fc.constantFrom('system', 'developer', 'user', 'user', 'assistant', 'assistant'), text).map(
  ([role, content]): Turn =>
    () => [{ role, content }],
);

/** Assistant message with tool calls, in the fields or blocks of either kind of program, and the results. */
const called = fc.tuple(fc.array(long, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.boolean()).map(
  ([results, inBlocks, withBoth]): Turn =>
    (call) => {
      const made = results.map((content) => ({ id: call(), content }));
      if (!inBlocks) {
        const calls = made.map(({ id }, index) => ({
          [withBoth && index > 0 ? 'tool_call_id' : 'id']: id,
          name: 'read',
        }));
        return [
          { role: 'assistant', content: '', tool_calls: calls },
          ...made.map(({ id, content }) => ({ role: 'tool', tool_call_id: id, content })),
        ];
      }
      return [
        { role: 'assistant', content: made.map(({ id }) => ({ type: 'tool_use', id, name: 'read', input: {} })) },
        { role: 'user', content: made.map(({ id, content }) => ({ type: 'tool_result', tool_use_id: id, content })) },
      ];
    },
);
const orphan = long.map(
  (content): Turn =>
    () => [{ role: 'tool', tool_call_id: 'nobody', content }],
);

/** Conversations as in agent programs: turns of every kind, results right after their calls. */
export const randomMessages: fc.Arbitrary<Message[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: said }, { weight: 4, arbitrary: called }, { weight: 1, arbitrary: orphan }), {
    minLength: 8,
    maxLength: 60,
    size: 'max',
  })
  .map((turns) => {
    let calls = 0;
    const call = (): string => {
      calls += 1;
      return `call-${calls}`;
    };
    return turns.flatMap((turn) => turn(call));
  });
