import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
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
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option ?? ''}>
              <span>{option.label}</span>
              {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
