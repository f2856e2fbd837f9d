import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { loadPart } from './connection.ts';

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode ? Props : never;

/** A component that is loaded when it is first drawn. @param before drawn in its place until then */
export function lazyPart<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  before: ReactNode = null,
): FunctionComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  const Part: ComponentType<Props> = lazy(() =>
    loadPart(load).then((module) => ({ default: module[name] as FunctionComponent<Props> })),
  );
  return (props) => (
    <Suspense fallback={before}>
      <Part {...props} />
    </Suspense>
  );
}
