import { createRef } from 'react';
import { createPortal } from 'react-dom';

/** Container for menus and tooltips, so that their content belongs to a landmark like everything else. */
export const layers = createRef<HTMLElement>();

/** Once per page; beside the page, so that a menu lies above a sheet. */
export function Layers() {
  return createPortal(<section ref={layers} aria-label="Menus" />, document.body);
}
