import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components';
import { FieldNotes, type FieldProps, withoutUndefined } from './fields.component.tsx';
import styles from './fields.module.css';

type SelectInputProps<K extends string> = FieldProps & {
  /** Null if nothing is chosen. */
  readonly value: K | null;
  readonly onChange: (value: K) => void;
  readonly options: readonly { readonly id: K; readonly label: string; readonly hint?: string }[];
  readonly placeholder?: string;
};

/** A choice of one of a few options. */
export function SelectInput<K extends string>({
  label,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder = '',
  ...props
}: SelectInputProps<K>) {
  return (
    <Select
      {...withoutUndefined(props)}
      placeholder={placeholder}
      value={value}
      onChange={(key) => onChange(String(key) as K)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Button className={styles.select ?? ''}>
        <SelectValue className={styles.selectValue ?? ''} />
        <span aria-hidden="true">▾</span>
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''}>
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={option.id}
              textValue={option.label}
              className={styles.option ?? ''}
            >
              <Text slot="label">{option.label}</Text>
              {option.hint === undefined ? null : (
                <Text slot="description" className={styles.hint ?? ''}>
                  {option.hint}
                </Text>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
