import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.component.tsx';
import { EyeIcon, EyeOffIcon } from './icons.component.tsx';
import { TextField } from './text-field.component.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  readonly showLabel: string;
  readonly hideLabel: string;
};

/**
 * A password field with a reveal button, without keyboard services that could send the password elsewhere.
 */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
