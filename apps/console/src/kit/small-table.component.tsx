import type { ReactNode } from 'react';
import styles from './small-table.module.css';

type SmallTableProps = {
  readonly label: string;
  readonly columns: readonly string[];
  /** The cells of each row in the order of the columns; the first one names the row. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
};

/** A short table without pages and without acts of its own. Its cells wrap where it is narrow. */
export function SmallTable({ label, columns, rows }: SmallTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={columns[index]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
