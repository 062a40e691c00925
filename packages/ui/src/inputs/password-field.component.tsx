import { type ComponentProps, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '../start-icons.component.tsx';
import { IconButton } from './button.component.tsx';
import { TextField } from './text-field.component.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  readonly showLabel: string;
  readonly hideLabel: string;
};

/**
 * A password field with a reveal button, without keyboard services that could send the password elsewhere.
 */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  return (
    <TextField
      {...rest}
      type={isRevealed ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={isRevealed ? hideLabel : showLabel}
          aria-pressed={isRevealed}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
