import { useEffect, useRef, useState } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import { FieldHint } from './fields.component.tsx';
import styles from './fields.module.css';
import searchStyles from './search-input.module.css';

type SearchInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** `enter` for a search that the service counts and records. */
  readonly searchOn?: 'pause' | 'enter';
};

/** How long after the last key the service is asked. */
const typingPauseMs = 250;

/** A search field that reports what is typed once the person pauses, and at once on Enter. */
export function SearchInput({ label, value, onChange, hint, searchOn = 'pause' }: SearchInputProps) {
  const texts = useTexts().common;
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(value);
  const [isTyping, setTyping] = useState(false);
  // The address may change by the back button or by clearing the filters. What this field reported comes back later than
  // the next keys, which it must not remove.
  if (shown !== value) {
    setShown(value);
    if (!isTyping && value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = (text: string) => {
    clearTimeout(timer.current);
    setTyping(false);
    onChange(text.trim());
  };
  return (
    <SearchField
      value={typed}
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        if (searchOn === 'enter') return;
        setTyping(true);
        timer.current = setTimeout(() => submit(text), typingPauseMs);
      }}
      onSubmit={submit}
      onClear={() => submit('')}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={searchStyles.box}>
        <Input className={styles.input ?? ''} />
        {typed === '' ? null : (
          <Button className={searchStyles.clear ?? ''} aria-label={texts.clearSearch}>
            ×
          </Button>
        )}
      </div>
      <FieldHint hint={hint} />
    </SearchField>
  );
}
