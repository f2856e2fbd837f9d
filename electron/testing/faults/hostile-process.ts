import { hostileTexts } from './hostile-texts.ts';
import { countSteps } from './step-count.ts';

// Runs one subject on every text, or on one of them, short ones first, and prints how many steps it took for each.

const [subject = '', lengths = '', perCharacter = '', beside = '', only = ''] = process.argv.slice(2);
const count = countSteps();
const { hostileSubjects } = await import('./hostile-subjects.ts');
const work = hostileSubjects[subject as keyof typeof hostileSubjects];
const chosen = Object.entries(hostileTexts).filter(([name]) => only === '' || name === only);
for (const [name, textOf] of chosen) {
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
