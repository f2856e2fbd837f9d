import type { ComponentType, FunctionComponent } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ViewData, ViewId } from '#shared/views.ts';
import { loadPart } from './api/connection.ts';
import type { ContextState, ReadyContext } from './api/context-store.ts';
import { loadedPart, type PropsOf } from './api/loaded-part.tsx';

export type PageProps = Readonly<{ workspace: Workspace; context: ContextState }>;
export type ReadyPageProps = Readonly<{ workspace: Workspace; context: ReadyContext }>;

/** Props of the strips above the entries, about the file and for anyone who may change it. */
export type StripProps = Readonly<{
  workspace: Workspace;
  summary: ContextSummary;
  /** True if the entries can be changed at this moment. */
  changeable: boolean;
  /** Set while the person goes through what is new: less urgent strips are left out. */
  calm: boolean;
}>;

/** Marks beside a view's name on the rail: a number, and a dot with its explanation. */
export type Badge = {
  readonly count: number | null;
  readonly mark: string | null;
  /** True once there is anything to see there. Keys, palette and addresses lead there in any case. */
  readonly isListed: boolean;
};
export type BadgeProps = PageProps & Readonly<{ isShown: boolean }>;

type Pages =
  | {
      readonly needsContext: true;
      /** Shown once the context has been read; until then the frame shows the progress. */
      readonly Page: FunctionComponent<ReadyPageProps>;
    }
  | { readonly needsContext: false; readonly Page: FunctionComponent<PageProps> };

/** A view as exported by its feature from `view.tsx`. */
export type FeatureView<Id extends ViewId = ViewId> = Pages & {
  readonly id: Id;
  readonly icon: ComponentType<{ 'aria-hidden': true }>;
  /** Other words people may search for. */
  readonly words: string;
  /** Loads the page; null if it is part of the start. */
  readonly load: (() => Promise<unknown>) | null;
  /** True if the view is visited so often that it is loaded as soon as the page is idle. */
  readonly isLoadedAhead: boolean;
  /** True if the gauge is shown above it. */
  readonly showsGauge: boolean;
  readonly useBadge: (given: BadgeProps) => Badge;
  readonly isAvailable: (context: ContextState) => boolean;
};

/** A view as the frame knows it: with its title and keys, which the native menu has too. */
export type PageView = FeatureView & ViewData;

/** Defaults shared by most views. */
export const plainView = {
  needsContext: false as const,
  isLoadedAhead: false,
  showsGauge: false,
  useBadge: (): Badge => ({ count: null, mark: null, isListed: true }),
  isAvailable: (): boolean => true,
};

type WithWorkspace = Readonly<{ workspace: Workspace }>;

/** A page that is loaded when it is first shown, and recreated for each workspace. */
export function loadedPage<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const Loaded = loadedPart(load, name);
  return {
    load: () => loadPart(load),
    Page: (props: PropsOf<Module[Name]> & WithWorkspace) => <Loaded key={props.workspace.id} {...props} />,
  };
}
