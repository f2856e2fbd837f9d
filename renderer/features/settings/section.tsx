import type { ReactNode } from 'react';

type SectionProps = Readonly<{ name: string; heading?: string; children: ReactNode }>;

/** Settings of one kind under a heading. @param name name for screen readers; its heading, too, if no other is given */
export function SettingsSection({ name, heading = name, children }: SectionProps) {
  return (
    <section className="section" aria-label={name}>
      <h2 className="title">{heading}</h2>
      {children}
    </section>
  );
}
