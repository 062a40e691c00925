import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Switch as AriaSwitch,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';
import styles from './fields.module.css';

export type FieldProps = {
  readonly label: string;
  readonly hint?: string;
  /** Why the value is wrong; announced with the field. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
};

/** The explanation of a field; React Aria announces it with the field that contains it. */
export function FieldHint({ hint }: { readonly hint: string | undefined }) {
  return hint === undefined ? null : (
    <Text slot="description" className={styles.hint ?? ''}>
      {hint}
    </Text>
  );
}

/** The explanation of a field and why its value is wrong. */
export function FieldNotes({ hint, error }: Pick<FieldProps, 'error'> & { hint: string | undefined }) {
  return (
    <>
      <FieldHint hint={hint} />
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </>
  );
}

export type TextInputProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | 'search' | 'number' | 'datetime-local';
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  readonly maxLength?: number;
  /** Several lines. */
  readonly rows?: number;
};

/** A field for text. */
export function TextInput({ label, hint, error, rows, ...props }: TextInputProps) {
  return (
    <TextField
      {...withoutUndefined(props)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles.input ?? ''} />
      ) : (
        <TextArea className={styles.area ?? ''} rows={rows} />
      )}
      <FieldNotes hint={hint} error={error} />
    </TextField>
  );
}

type PasswordInputProps = Pick<TextInputProps, 'label' | 'value' | 'onChange'>;

/** A field for the password of the person who is signing in or confirms an act. */
export function PasswordInput(props: PasswordInputProps) {
  return <TextInput {...props} type="password" autoComplete="current-password" />;
}

type ToggleProps = {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
};

/** A box for one of several independent choices. Inside of `Choices` it has a value, and the group its state. */
export function Checkbox({ children, ...props }: ToggleProps | { children: ReactNode; value: string }) {
  return (
    <AriaCheckbox {...props} className={styles.toggle ?? ''}>
      <span className={styles.box} aria-hidden="true" />
      {children}
    </AriaCheckbox>
  );
}

/** A setting that is on or off. */
export function Switch({ children, ...props }: ToggleProps) {
  return (
    <AriaSwitch {...props} className={styles.toggle ?? ''}>
      <span className={styles.track} aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}

/** React Aria takes a property of the value undefined for given. */
export function withoutUndefined<T extends object>(props: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
