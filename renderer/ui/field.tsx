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

type TypedProps = Omit<FieldProps, 'children'> & { value: string; onType: (value: string) => void };
type TextFieldProps = Readonly<
  TypedProps &
    Omit<ComponentProps<typeof TextInput>, keyof TypedProps | 'onChange'> & {
      /** Values offered while typing; any other may be typed too. */
      known?: readonly string[];
    }
>;

export function TextField({ label, hint, problem, onType, known, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <>
          <TextInput
            {...ids}
            {...(known && { list: `${ids.id}-known` })}
            {...input}
            onChange={({ target }) => onType(target.value)}
          />
          {known && (
            <datalist id={`${ids.id}-known`}>
              {[...new Set(known)].map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type AreaFieldProps = Readonly<TypedProps & Omit<ComponentProps<typeof TextArea>, keyof TypedProps | 'onChange'>>;

export function AreaField({ label, hint, problem, onType, ...area }: AreaFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <TextArea {...ids} {...area} onChange={({ target }) => onType(target.value)} />}
    </Field>
  );
}

export function TextInput({ className, mono, ...props }: Readonly<ComponentProps<'input'> & { mono?: boolean }>) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...props}
      className={classNames(styles['input'], mono && 'mono', className)}
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

type SelectFieldProps<T extends string> = Readonly<Omit<FieldProps, 'children'>> &
  Pick<SelectProps<T>, 'value' | 'options' | 'onChange'>;

export function SelectField<T extends string>({ label, hint, problem, ...select }: SelectFieldProps<T>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <Select {...ids} {...select} />}
    </Field>
  );
}
