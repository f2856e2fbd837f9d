import { findingKinds } from '#shared/scan/finding.ts';
import { useFindings } from '../../entries/findings/findings.ts';
import { showFindings } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { counted } from '../../wording/counts.ts';

export function ScanStrip() {
  const { findings, open } = useFindings();
  const counts = findingKinds.map((kind) => findings.filter((each) => each.kind === kind && !each.fine).length);
  return (
    open > 0 && (
      <Strip
        tone="warning"
        label="Worth a look"
        actions={<Button onClick={() => showFindings()}>Look through {open === 1 ? 'it' : 'them'}</Button>}
      >
        {findingsInWords(counts)}
      </Strip>
    )
  );
}

/** @param counts secrets, lines with hidden characters, instructions */
function findingsInWords([secrets = 0, hidden = 0, instructions = 0]: readonly number[]): string {
  const parts = [
    secrets > 0 && counted(secrets, 'secret', 'secrets'),
    hidden > 0 && counted(hidden, 'line with hidden characters', 'lines with hidden characters'),
    instructions > 0 && counted(instructions, 'instruction to an assistant', 'instructions to an assistant'),
  ].filter((part) => part !== false);
  const last = parts.at(-1) ?? '';
  const found = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
  return `Found here: ${found}.`;
}
