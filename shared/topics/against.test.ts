import { describe, expect, test } from 'vitest';
import { againstText } from './problems.ts';

describe('a line and the text of its topic', () => {
  test.each([
    ['on Fridays', 'Deploys go out on Thursdays at noon.', 'Fridays', 'Thursdays'],
    ['on Friday', 'Every thursday.', 'Friday', 'thursday'],
    ['the server listens on port 3000', 'Use port 8080.', 'port 3000', 'port 8080'],
    ['indent by 2 spaces', 'All code is indented by 4 spaces.', '2 spaces', '4 spaces'],
    ['uses Node 20', 'Node 22 is what they use, since spring.', 'Node 20', 'Node 22'],
    ['lunch at noon in March', 'Lunch moved to April.', 'March', 'April'],
  ])('“%s” contradicts “%s”', (line, text, said, instead) => {
    expect(againstText(line, text)).toEqual({ said, instead });
  });

  test.each([
    ['on Fridays', 'Deploys go out on Fridays at noon, never on Mondays.'],
    ['on Fridays', 'Deploys go out at noon.'],
    ['the doctor runs 8 checks', 'It is done (v1,8 checks: pools, files).'],
    ['before each commit', 'Run the 12 tests before each commit.'],
    ['port 3000', 'Port 8080 is the proxy, port 3000 the server.'],
    ['since 2024', 'Begun in 2024, on the 3rd of May.'],
    ['it may take a while', 'In March it took 3 hours.'],
    ['3 tests', 'Read page 4 first.'],
    ['of the 5 rules', 'The first of the 7 is the most important.'],
    ['', ''],
  ])('“%s” doesn’t contradict “%s”', (line, text) => {
    expect(againstText(line, text)).toBeNull();
  });
});
