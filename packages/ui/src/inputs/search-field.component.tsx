import { type FormEvent, useEffect, useRef } from 'react';
import { CloseIcon, SearchIcon } from '../icons.component.tsx';
import { IconButton } from './button.component.tsx';
import styles from './search-field.module.css';
import search from './search-input.module.css';

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly clearLabel: string;
  /** For screens whose purpose is to search. */
  readonly shouldFocusOnMount?: boolean;
  /** The keys that lead to the field, for screen readers, and its tooltip. */
  readonly shortcut?: { readonly 'aria-keyshortcuts'?: string; readonly title?: string };
};

/**
 * A search field that filters while the user types; the search key hides the keyboard to reveal the results.
 */
export function SearchField({
  label,
  value,
  onChange,
  clearLabel,
  shouldFocusOnMount = false,
  shortcut,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (shouldFocusOnMount) input.current?.focus();
  }, [shouldFocusOnMount]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    input.current?.blur();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chromium before 118 and Safari before 17 do not know <search>.
    <form role="search" className={styles.form} onSubmit={onSubmit}>
      <SearchIcon size={20} />
      <input
        ref={input}
        {...shortcut}
        type="search"
        className={search.input}
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
