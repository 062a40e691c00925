import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '../class-names.util.ts';
import { Spinner } from '../spinner.component.tsx';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Shows a spinner and ignores presses; width, name and focus stay. */
  readonly loading?: boolean;
  readonly wide?: boolean;
};

const preventPress = (event: MouseEvent) => event.preventDefault();

export function Button({
  variant = 'secondary',
  loading = false,
  wide = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(styles.button, styles[variant], wide && styles.wide, className)}
      // A disabled button would lose the focus, and the keyboard would start again at the top of the page.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? preventPress : onClick}
    >
      {loading ? <Spinner /> : null}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string };

export function IconButton({ label, className, title = label, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.icon, className)}
      aria-label={label}
      title={title}
    >
      {children}
    </button>
  );
}
