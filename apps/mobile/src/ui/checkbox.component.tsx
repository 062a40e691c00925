import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { readonly children?: ReactNode };

/** The browser's own checkbox, drawn by us: forms, keyboards and readers know it without any script. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(styles.row, className)}>
      <input {...rest} type="checkbox" className={styles.box} />
      {children === undefined ? null : <span>{children}</span>}
    </label>
  );
}
