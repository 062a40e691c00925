import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.util.ts';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { readonly children?: ReactNode };

/** A styled native checkbox, which forms, keyboards and screen readers support without script. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(styles.row, className)}>
      <input {...rest} type="checkbox" className={styles.box} />
      {children === undefined ? null : <span>{children}</span>}
    </label>
  );
}
