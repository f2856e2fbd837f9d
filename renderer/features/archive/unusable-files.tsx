import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './unusable-files.module.css';

/** Files in the archive folder that can't be used, each with its reason. They are left as they are. */
export function UnusableFiles({ files }: Readonly<{ files: readonly ArchiveFile[] }>) {
  if (files.length === 0) {
    return null;
  }
  return (
    <section className={styles['unusable']} aria-label="Files that can’t be used">
      <h2>Files that can’t be used</h2>
      <ul className="stack-2">
        {files.map((file) => (
          <li key={file.name} className="panel">
            <code>
              <VisibleText text={file.name} />
            </code>
            <p className="quiet">
              <VisibleText text={file.problem ?? ''} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
