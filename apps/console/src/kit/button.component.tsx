import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'isPending'> & {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** The act of the button is in progress: it keeps its focus and does nothing. */
  readonly isPending?: boolean;
};

/**
 * A button of the console. React Aria's own pending state leaves an image without a name in the live region for some
 * seconds, which is a violation of WCAG 1.1.1.
 */
export function Button({ kind = 'plain', isPending = false, onPress, ...props }: ButtonProps) {
  const pending = isPending ? { type: 'button' as const } : {};
  return (
    <AriaButton
      {...props}
      {...pending}
      {...(isPending || onPress === undefined ? {} : { onPress })}
      className={`${styles.button} ${styles[kind]} ${isPending ? styles.pending : ''}`}
    />
  );
}
