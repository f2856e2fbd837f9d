import { KeyRound, MessageSquareWarning, SquareDashed } from 'lucide-react';
import type { FoundInFile } from '#shared/contract/features/scan.ts';

const icons = { secret: KeyRound, hidden: SquareDashed, instruction: MessageSquareWarning };

export function FindingIcon({ kind }: Pick<FoundInFile, 'kind'>) {
  const Icon = icons[kind];
  return <Icon aria-hidden />;
}
