import type { Displaced } from '#engine/ports.ts';
import type { DisplacedVersions } from './displaced-versions.ts';
import type { SystemCalls } from './system-calls.ts';

/** What one try came to: done, or to be started over because the target changed its nature under its hands. */
export type Outcome = Displaced | 'again';

export type WritePathContext = { readonly calls: SystemCalls; readonly displaced: DisplacedVersions };
