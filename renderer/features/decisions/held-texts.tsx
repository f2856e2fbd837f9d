import type { HeldDecision } from '#shared/contract/features/decisions.ts';
import { TextVersions } from '../../ui/text-versions.tsx';
import { confidenceNames, sectionNames } from '../../wording/names.ts';
import styles from './decision-strip.module.css';

/** What an assistant would write, and what the person has. */
export function HeldTexts({ decision }: Readonly<{ decision: HeldDecision }>) {
  const { theirs, yours } = decision;
  return (
    <div className={styles['texts']}>
      <p className={styles['about']}>
        <code>{theirs.key}</code> in {sectionNames[theirs.category]}. Theirs is{' '}
        {confidenceNames[theirs.confidence].toLowerCase()}, yours {confidenceNames[yours.confidence].toLowerCase()}.
      </p>
      <TextVersions
        lines={3}
        versions={[
          { name: 'Theirs', text: theirs.value },
          { name: 'Yours', text: yours.value },
        ]}
      />
    </div>
  );
}
