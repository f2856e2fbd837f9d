import { Popover } from '@base-ui/react/popover';
import { CircleHelp } from 'lucide-react';
import type { RefObject } from 'react';
import { loadPart } from '../../api/connection.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import { useWhenIdle } from '../../ui/use-when-idle.ts';
import styles from './gauge.module.css';
import type { MeasureExplainedProps } from './measure-explained.tsx';

const loadExplained = () => loadPart(() => import('./measure-explained.tsx'));
const MeasureExplained = loadedPart(loadExplained, 'MeasureExplained');

type HowMeasuredProps = MeasureExplainedProps &
  Readonly<{
    button: RefObject<HTMLButtonElement | null>;
    /** True if the exact count is over the limit and the bar is not: a warning colour points to that. */
    warns?: boolean;
  }>;

/** Button that explains the accuracy of the number, and its consequences. */
export function HowMeasured({ button, warns = false, ...props }: HowMeasuredProps) {
  const title = props.summary.tokens.measure === 'estimate' ? 'How this is estimated' : 'How this is counted';
  useWhenIdle(loadExplained);
  return (
    <Popover.Root>
      <Popover.Trigger
        ref={button}
        render={<IconButton name={warns ? `${title}: over the limit by the exact count` : title} />}
      >
        <CircleHelp className={warns ? 'warns' : undefined} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          className={menu['positioner'] ?? ''}
          align="end"
          sideOffset={4}
          collisionAvoidance={{ side: 'none' }}
        >
          <Popover.Popup className={classNames(menu['popup'], menu['popover'], styles['about'])}>
            <Popover.Title className="title">{title}</Popover.Title>
            <MeasureExplained {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
