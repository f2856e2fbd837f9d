import { findingKinds } from '#shared/scan/finding.ts';
import { useFindings } from '../../entries/findings/findings.ts';
import { showFindings } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { findingsInWords } from './scan-words.ts';

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
