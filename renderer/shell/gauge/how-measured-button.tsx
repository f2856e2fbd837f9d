import { CircleHelp } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { IconButton } from '../../ui/button.tsx';
import type { MeasureExplainedProps } from './measure-explained.tsx';

export type HowMeasuredProps = MeasureExplainedProps &
  Readonly<{
    button: RefObject<HTMLButtonElement | null>;
    /** True if the exact count is over the limit and the bar is not: a warning colour points to that. */
    warns?: boolean;
  }>;

type ButtonProps = Readonly<ComponentProps<'button'> & { summary: ContextSummary; warns: boolean }>;

export const howMeasuredTitle = ({ tokens }: ContextSummary): string =>
  tokens.measure === 'estimate' ? 'How this is estimated' : 'How this is counted';

export function HowMeasuredButton({ summary, warns, ...props }: ButtonProps) {
  const title = howMeasuredTitle(summary);
  return (
    <IconButton {...props} name={warns ? `${title}: over the limit by the exact count` : title}>
      <CircleHelp className={warns ? 'warns' : undefined} aria-hidden />
    </IconButton>
  );
}
