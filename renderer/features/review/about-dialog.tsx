import { useMemo, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type About, type AboutKind, aboutKinds, sameAbout } from '#shared/entries/about.ts';
import { refOf } from '#shared/entries/entry.ts';
import { foldedName, subjectsOf } from '#shared/entries/subjects.ts';
import { aboutTopic } from '#shared/topics/with-types.ts';
import { useAttempt } from '../../api/answers.ts';
import { readyContext } from '../../api/context-store.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { aboutKindNames } from '../../wording/names.ts';
import { changeFromDialog } from './change-from-dialog.ts';
import { closeDialog } from './review-store.ts';
import { useTopics } from './topics/topics-store.ts';

export function AboutDialog({ entries }: Readonly<{ entries: readonly EntryView[] }>) {
  const first = useRef<HTMLInputElement>(null);
  const subjects = useMemo(() => subjectsOf(readyContext()?.entries ?? []), []);
  const shared = sharedAbout(entries);
  const [name, setName] = useState(shared?.name ?? '');
  const [chosenKind, setKind] = useState<AboutKind | null>(shared?.kind ?? null);
  const { busy, problem, attempt, forget } = useAttempt();
  const existing = subjects.find((subject) => foldedName(subject.name) === foldedName(name));
  const kind = chosenKind ?? existing?.kind ?? 'person';
  const mayTakeOff = useMayTakeOff(entries);
  const say = (about: About | null): Promise<void> => attempt(() => changeFromDialog(aboutAll(entries, about)));
  return (
    <FormDialog
      title={
        entries.length === 1
          ? 'Who or what is it about?'
          : `Who or what are these ${entriesInWords(entries.length)} about?`
      }
      description="Mark what is not about you, so that it is found by name, and is not taken for something about you."
      onClose={closeDialog}
      initialFocus={first}
      aside={
        mayTakeOff && (
          <Button look="link" className="apart" onClick={() => void say(null)}>
            About me after all
          </Button>
        )
      }
      submit="Save"
      // The first spelling of a name is used.
      onSubmit={() => say({ kind, name: existing?.name ?? name })}
      busy={busy}
    >
      <TextField
        label="Name"
        hint="For example Sarah, the Acme project, the boat."
        problem={problem?.message}
        ref={first}
        dir="auto"
        known={subjects.map((subject) => subject.name)}
        value={name}
        onType={(text) => {
          setName(text);
          forget();
        }}
      />
      <SelectField
        label="Which is"
        value={kind}
        options={aboutKinds.map((each) => ({ value: each, label: aboutKindNames[each] }))}
        onChange={setKind}
      />
    </FormDialog>
  );
}

/** Subject common to the entries; null if they differ, or have none. */
function sharedAbout(entries: readonly EntryView[]): About | null {
  const about = entries[0]?.flags.about ?? null;
  return entries.every(({ flags }) => sameAbout(flags.about, about)) ? about : null;
}

const aboutAll = (entries: readonly EntryView[], about: About | null): Operation[] =>
  entries
    .filter(({ flags }) => !sameAbout(flags.about, about))
    .map((entry) => ({ op: 'about', entry: refOf(entry), about }));

/** True if the person set it for any: what a topic's type says is changed there. */
function useMayTakeOff(entries: readonly EntryView[]): boolean {
  const byFile = useTopics((state) => state.byFile);
  return useMemo(() => {
    const types = new Map([...byFile].flatMap(([file, { type }]) => (type === null ? [] : [[file, type] as const])));
    return entries.some((entry) => entry.flags.about && !sameAbout(entry.flags.about, aboutTopic(entry, types)));
  }, [entries, byFile]);
}
