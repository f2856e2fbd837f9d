import { hostileTexts } from './hostile-texts.ts';
import { countSteps } from './step-count.ts';

// Runs subjects, each on its named texts, short ones first, and prints the number of steps for each.

const [lengths = '', perCharacter = '', beside = '', ...runs] = process.argv.slice(2);
const count = countSteps();
const { hostileSubjects } = await import('./hostile-subjects.ts');
// Steps of loading don't count for the first text.
await count(async () => {});
const all = runs.flatMap((run) => {
  const [subject = '', names = ''] = run.split(':');
  return names.split(',').map((name) => ({ subject, name }));
});
for (const { subject, name } of all) {
  const work = hostileSubjects[subject as keyof typeof hostileSubjects];
  const textOf = hostileTexts[name];
  if (textOf === undefined) {
    throw new RangeError(`There is no text called “${name}”`);
  }
  for (const length of lengths.split(',').map(Number)) {
    const text = textOf(length);
    let failed: string | null = null;
    const steps = await count(async () => {
      try {
        await work(text);
      } catch (error) {
        failed = String(error);
      }
    });
    process.stdout.write(`${JSON.stringify({ subject, name, length: text.length, steps, failed })}\n`);
    if (failed !== null || steps > text.length * Number(perCharacter) + Number(beside)) {
      break; // a longer one would take for ever
    }
  }
}
