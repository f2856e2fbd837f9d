import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

type FieldProps = Readonly<{
  label: string;
  hint?: ReactNode;
  problem?: string | null | undefined;
  children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}>;

/** A labelled control with its hint, and any problem of its value beside it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className="stack-1">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(problem) })}
      {hint && (
        <div className="detail" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

export function FieldProblem({ id, children }: Readonly<{ id?: string; children: ReactNode }>) {
  return (
    <p className={styles['problem']} id={id} role="alert">
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </p>
  );
}

export function TextInput({ className, mono, ...props }: Readonly<ComponentProps<'input'> & { mono?: boolean }>) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...props}
      className={classNames(styles['input'], mono && styles['mono'], className)}
    />
  );
}

export function TextArea({ className, ...props }: Readonly<ComponentProps<'textarea'>>) {
  return <textarea rows={1} {...props} className={classNames(styles['input'], className)} />;
}

type SelectProps<T extends string> = Readonly<{
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
  /** `quiet` for filters and sorting in the bar above a list. */
  look?: 'quiet';
}> &
  Omit<ComponentProps<'select'>, 'value' | 'onChange'>;

/** The system's own list of choices, which every keyboard and screen reader knows. */
export function Select<T extends string>({ value, options, onChange, look, className, ...props }: SelectProps<T>) {
  return (
    <span className={classNames(styles['select'], look === 'quiet' && styles['quiet'], className)}>
      <select
        {...props}
        className={styles['input']}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) {
            onChange(chosen.value);
          }
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}
