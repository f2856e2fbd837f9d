import { Popover } from '@base-ui/react/popover';
import { loadPart } from '../../api/connection.ts';
import { lazyPart } from '../../api/lazy-part.tsx';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import { useWhenIdle } from '../../ui/use-when-idle.ts';
import styles from './gauge.module.css';
import { HowMeasuredButton, type HowMeasuredProps, howMeasuredTitle } from './how-measured-button.tsx';

const loadExplained = () => loadPart(() => import('./measure-explained.tsx'));
const MeasureExplained = lazyPart(loadExplained, 'MeasureExplained');

/** Button that explains the accuracy of the number, and its consequences. */
export function HowMeasured({
  button,
  warns = false,
  defaultOpen,
  ...props
}: HowMeasuredProps & { readonly defaultOpen: boolean }) {
  useWhenIdle(loadExplained);
  return (
    <Popover.Root defaultOpen={defaultOpen}>
      <Popover.Trigger ref={button} render={<HowMeasuredButton summary={props.summary} warns={warns} />} />
      <Popover.Portal>
        <Popover.Positioner
          className={menu['positioner'] ?? ''}
          align="end"
          sideOffset={4}
          collisionAvoidance={{ side: 'none' }}
        >
          <Popover.Popup className={classNames(menu['popup'], menu['popover'], styles['about'])}>
            <Popover.Title className="title">{howMeasuredTitle(props.summary)}</Popover.Title>
            <MeasureExplained {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
