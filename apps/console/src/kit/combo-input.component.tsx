import { type ReactNode, useContext, useEffect, useRef } from 'react';
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import comboStyles from './combo-input.module.css';
import { FieldNotes } from './fields.component.tsx';
import styles from './fields.module.css';

type Option = { readonly id: string; readonly label: string; readonly hint?: string };

type ComboInputProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** What an empty field means, such as "all". */
  readonly placeholder?: string | undefined;
  /** Null if nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly options: readonly Option[];
  /** For options that the service searches: called with what is typed. Otherwise the field filters the options. */
  readonly onSearch?: (text: string) => void;
};

/** A choice of one of many options, found by typing. The name of an option contains its hint, because both are visible. */
export function ComboInput({
  label,
  hint,
  error,
  placeholder = '',
  value,
  onChange,
  options,
  onSearch,
}: ComboInputProps) {
  return (
    <ComboBox
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className={styles.field ?? ''}
      {...(onSearch ? { items: options, onInputChange: onSearch } : { defaultItems: options })}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={comboStyles.box}>
        <Input className={styles.input ?? ''} placeholder={placeholder} />
        <Button className={comboStyles.button ?? ''}>
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <FieldNotes hint={hint} error={error} />
      <OptionPopover>
        <ListBox className={styles.list ?? ''}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option ?? ''}>
              <span>{option.label}</span>
              {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </OptionPopover>
    </ComboBox>
  );
}

/** How long after its list closed a scroll may end that opens it again. */
const reopenWithinMs = 2000;

/**
 * The list of a field that is open. React Aria closes the list when the page scrolls, and empties the field as if it were
 * left. Here what is typed stays, and the list is open again at its new place when the scroll ends.
 */
function OptionPopover({ children }: { readonly children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const change = (isOpen: boolean) => {
    state?.setOpen(isOpen);
    if (isOpen) return;
    const reopen = () => {
      if (latest.current?.isFocused) latest.current.open();
    };
    const signal = AbortSignal.timeout(reopenWithinMs);
    addEventListener('scrollend', reopen, { once: true, capture: true, signal });
  };
  return (
    <Popover className={styles.popover ?? ''} isOpen={state?.isOpen === true} onOpenChange={change}>
      {children}
    </Popover>
  );
}
