import { describe, expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

const hostile = 'red \u001b[31mnow\u001b]0;title\u0007 \u009b2J up\rover \u202edna\u202c \u0085';
const named = 'red [U+001B][31mnow[U+001B]]0;title[U+0007] [U+009B]2J up[U+000D]over [U+202E]dna[U+202C] [U+0085]';

function terminalOf(isTTY: boolean) {
  const said: string[] = [];
  const output = { isTTY, write: (text: string) => said.push(text) > 0 };
  return { said, ...createTerminal(output, output) };
}

describe('what is written for a person', () => {
  it('is not obeyed by the terminal, wherever it goes', () => {
    const { said, write, writeError } = terminalOf(false);
    write(hostile);
    writeError(hostile);
    expect(said).toEqual([named, named]);
  });

  it('has lines, tabs and every script as they are', () => {
    const { said, write } = terminalOf(true);
    write('a\tb\r\nc\n“é” 你好 שלום 👩‍👩‍👧\n');
    expect(said).toEqual(['a\tb\r\nc\n“é” 你好 שלום 👩‍👩‍👧\n']);
  });
});

it('an exact text is exact in a file or for a program, and named on a terminal', () => {
  const file = terminalOf(false);
  file.writeExact(hostile);
  const screen = terminalOf(true);
  screen.writeExact(hostile);
  expect([file.said, screen.said]).toEqual([[hostile], [named]]);
});
