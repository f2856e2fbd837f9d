import { readContext } from '#shared/formats/context/read-document.ts';
import { bigLife } from '../big-life.ts';
import { lineRegexPass } from '../line-regex-pass.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const size = sized(10_000_000, 100_000);

export const parse: Row = {
  name: 'parse',
  what: 'parse a 10 MB context',
  against: 'one line-regex pass plus a word count',
  minutes: 0.5,
  run: async (bench) => {
    const text = contextOf(size);
    bench.progress(`${Buffer.byteLength(text)} bytes`);
    let entries = 0;
    let lines = 0;
    const times = await takeTurns({
      ours: () =>
        timed(() => {
          entries = readContext(text).entries.length;
        }),
      regex: () =>
        timed(() => {
          lines = lineRegexPass(text).entries.length;
        }),
    });
    return {
      arms: [
        { name: 'Contexture', unit: 'ms', values: times.ours },
        { name: 'regex and word count', unit: 'ms', values: times.regex },
      ],
      targets: [{ what: 'Contexture / regex', measured: ratioOf(times.ours, times.regex), unit: '×', atMost: 2 }],
      notes: [
        `${Buffer.byteLength(text).toLocaleString('en-US')} bytes, ${entries.toLocaleString('en-US')} entries; the regex found ${lines.toLocaleString('en-US')}.`,
      ],
    };
  },
};

/** About so many bytes of a big life's context, as one flat string like that of a read file. */
function contextOf(bytes: number): string {
  const sample = bigLife({ entries: 2000, archives: 0, archived: 0, seed: 1, length: 'as people write' });
  const perEntry = Buffer.byteLength(sample.get('logs/context/global.md') ?? '') / 2000;
  const entries = Math.round(bytes / perEntry);
  const life = bigLife({ entries, archives: 0, archived: 0, seed: 1, length: 'as people write' });
  return new TextDecoder().decode(Buffer.from(life.get('logs/context/global.md') ?? ''));
}
