import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style'> & {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
};

/** A button of the console. A pending one keeps its width and its focus. */
export function Button({ kind = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`${styles.button} ${styles[kind]}`} />;
}
