import { type FormEvent, useEffect, useRef } from 'react';
import { IconButton } from './button.component.tsx';
import { CloseIcon, SearchIcon } from './icons.component.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly clearLabel: string;
  /** For a screen that is there to search. */
  readonly startFocused?: boolean;
};

/** Finds while one types; the search key puts the keyboard away, so that the results are to be seen. */
export function SearchField({ label, value, onChange, clearLabel, startFocused = false }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (startFocused) input.current?.focus();
  }, [startFocused]);
  const finish = (event: FormEvent) => {
    event.preventDefault();
    input.current?.blur();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chromium before 118 and Safari before 17 do not know <search>.
    <form role="search" className={styles.form} onSubmit={finish}>
      <SearchIcon size={20} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value === '' ? null : (
        <IconButton
          label={clearLabel}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <CloseIcon size={18} />
        </IconButton>
      )}
    </form>
  );
}
