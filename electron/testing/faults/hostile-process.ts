import { hostileTexts } from './hostile-texts.ts';
import { countSteps } from './step-count.ts';

// Runs one subject on the texts that are named, short ones first, and prints how many steps it took for each.

const [subject = '', lengths = '', perCharacter = '', beside = '', names = ''] = process.argv.slice(2);
const count = countSteps();
const { hostileSubjects } = await import('./hostile-subjects.ts');
const work = hostileSubjects[subject as keyof typeof hostileSubjects];
for (const name of names.split(',')) {
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
    process.stdout.write(`${JSON.stringify({ name, length: text.length, steps, failed })}\n`);
    if (failed !== null || steps > text.length * Number(perCharacter) + Number(beside)) {
      break; // a longer one would take for ever
    }
  }
}
