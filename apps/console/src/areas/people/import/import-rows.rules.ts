import type { Body } from '@sealflow/contract';
import { type ImportField, importFieldOf, splitRoles } from '@sealflow/domain/import-columns';

export type ImportedRow = Body<'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows'>['rows'][number];

/** The field of each column; null for a column that is not imported. */
export type Mapping = readonly (ImportField | null)[];

/** Guesses the field of each column by its heading. A field is guessed once. */
export function guessMapping(columns: readonly string[]): Mapping {
  const taken = new Set<ImportField>();
  return columns.map((column) => {
    const field = importFieldOf(column);
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

export type MappingFault = 'nameMissing' | 'fieldTwice';

export function faultOfMapping(mapping: Mapping): MappingFault | null {
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length) return 'fieldTwice';
  return chosen.includes('name') ? null : 'nameMissing';
}

/** The number that a spreadsheet shows for the first row below the headings. */
const firstRow = 2;
const maxCell = 300;
const maxRoles = 50;

/** The rows as the service takes them, without empty ones. Numbers are those of the file. */
export function rowsOf(rows: readonly (readonly string[])[], mapping: Mapping): readonly ImportedRow[] {
  return rows.flatMap((cells, index) => {
    const values: Partial<Record<ImportField, string>> = {};
    for (const [column, field] of mapping.entries()) {
      const text = cells[column]?.trim() ?? '';
      if (field !== null && text !== '') values[field] = text.slice(0, maxCell);
    }
    if (Object.keys(values).length === 0) return [];
    const { roles, ...others } = values;
    const held = splitRoles(roles ?? '').slice(0, maxRoles);
    return [{ row: index + firstRow, ...others, ...(held.length > 0 ? { roles: held } : {}) }];
  });
}
