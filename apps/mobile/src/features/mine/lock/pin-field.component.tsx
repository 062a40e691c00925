import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import type { ComponentProps } from 'react';
import { pinLength } from '../../../platform/app-lock/pin.rules.ts';

type PinFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange' | 'value'> & {
  readonly value: string;
  readonly onPin: (pin: string) => void;
};

/** A field for the six-digit PIN: masked, and not saved by password managers. */
export function PinField({ value, onPin, ...rest }: PinFieldProps) {
  return (
    <TextField
      {...rest}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={pinLength}
      enterKeyHint="go"
      value={value}
      onChange={(event) => onPin(event.currentTarget.value.replaceAll(/\D/gu, ''))}
    />
  );
}
