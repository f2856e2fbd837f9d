import { createRef } from 'react';

/** Where menus and tooltips are put, so that what they say belongs to a landmark like everything else. */
export const layers = createRef<HTMLElement>();

/** Once per page. */
export function Layers() {
  return <section ref={layers} aria-label="Menus" />;
}
