import { Popover } from '@base-ui/react/popover';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import styles from './gauge.module.css';
import { HowMeasuredButton, type HowMeasuredProps, howMeasuredTitle } from './how-measured-button.tsx';
import { MeasureExplained } from './measure-explained.tsx';

export function HowMeasured({
  button,
  warns = false,
  defaultOpen,
  ...props
}: HowMeasuredProps & { readonly defaultOpen: boolean }) {
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
