import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { loadPart } from './connection.ts';

export type PropsOf<Part> = Part extends FunctionComponent<infer Props extends object> ? Props : never;

/**
 * A component that is loaded when it is first shown.
 *
 * @param name of the component in its module
 * @param meanwhile shown in its place until then
 */
export function loadedPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  meanwhile: ReactNode = null,
): FunctionComponent<PropsOf<Module[Name]>> {
  type Part = FunctionComponent<PropsOf<Module[Name]>>;
  const Part: Part = lazy(async () => ({ default: (await loadPart(load))[name] as Part }));
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  );
}
