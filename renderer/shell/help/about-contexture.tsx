import { useAsked } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { loadPart } from '../../api/connection.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type License = { readonly name: string; readonly version: string; readonly identifier: string; readonly text: string };

/** Written by the build, after the page itself. */
const licensesAddress = new URL('licenses.js', document.baseURI).href;

async function readLicenses(): Promise<readonly License[]> {
  const { licenses } = await loadPart(() => import(/* @vite-ignore */ licensesAddress));
  return licenses;
}

export function AboutContexture({ onClose }: Readonly<{ onClose: () => void }>) {
  const version = useApp((state) => state.version);
  const { answer: licenses, problem } = useAsked('licenses', readLicenses);
  return (
    <Dialog
      title={`Contexture ${version}`}
      description="Free to use, change and pass on under the MIT license. It contains the work of others:"
      onClose={onClose}
    >
      {problem !== null && (
        <FieldProblem>The licenses could not be loaded: they come with a build of Contexture.</FieldProblem>
      )}
      {problem === null && licenses === null && <Skeleton label="Loading the licenses" />}
      <ul aria-label="Licenses" className="ruled">
        {licenses?.map(({ name, version, identifier, text }) => (
          <li key={`${name} ${version}`}>
            <Disclosure summary={`${name} ${version} (${identifier})`}>
              <p className="as-written quiet">{text}</p>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
