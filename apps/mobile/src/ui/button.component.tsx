import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.component.tsx';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Keeps its width, its name and the focus, turns, and takes no press. */
  readonly loading?: boolean;
  readonly wide?: boolean;
};

const takeNoPress = (event: MouseEvent) => event.preventDefault();

export function Button({
  look = 'secondary',
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
      className={classNames(styles.button, styles[look], wide && styles.wide, className)}
      // A button that is disabled loses the focus to nowhere, and the keyboard begins again at the top.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? takeNoPress : onClick}
    >
      {loading ? <Spinner /> : null}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string };

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.icon, className)}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
