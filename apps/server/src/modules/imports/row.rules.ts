import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';
import { canonicalPhone, parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import type { ImportedCells } from '../../infra/database/tables/imports.table.ts';

export type RowField = keyof ImportedCells;

/** A fault of a row: a key of the error catalogue, and the field that it is about; null for the whole row. */
export interface RowError {
  readonly code: ErrorCode;
  readonly field: RowField | null;
  readonly params: ErrorParams;
}

/** A person of the file, with contacts in their stored form. Null: the row says nothing about it. */
export interface ImportedPerson {
  readonly name: string | null;
  /** The names of the departments from the root; empty: the row names none. */
  readonly department: readonly string[];
  /** Names or ids of roles; empty: the row names none. */
  readonly roles: readonly string[];
  readonly mobileNo: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly staffID: string | null;
  readonly fid: string | null;
  readonly clearance: number | null;
}

const maxNameLength = 100;
const maxDepartmentDepth = 10;
const maxClearance = 1000;
const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const staffIDPattern = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,63}$/u;
const fidPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const rowError = (
  code: ErrorCode,
  field: RowField | null = null,
  params: ErrorParams = {},
): RowError => ({ code, field, params });

/** Parses the cells of a row. A faulty cell counts as empty and adds an error. */
export function parseRow(cells: ImportedCells): { person: ImportedPerson; errors: RowError[] } {
  const errors: RowError[] = [];
  /** `parse` returns null for a text that is not valid. */
  const read = <T>(
    field: Exclude<RowField, 'roles'>,
    code: ErrorCode,
    parse: (text: string) => T | null,
  ): T | null => {
    const text = cells[field]?.trim() ?? '';
    if (text === '') return null;
    const parsed = parse(text);
    if (parsed === null) errors.push(rowError(code, field));
    return parsed;
  };
  const person: ImportedPerson = {
    name: read('name', 'admin.row_text_too_long', (text) => (text.length <= maxNameLength ? text : null)),
    department: read('department', 'admin.row_department_invalid', parseDepartment) ?? [],
    roles: (cells.roles ?? []).map((role) => role.trim()).filter((role) => role !== ''),
    mobileNo: read('phone', 'admin.row_phone_invalid', (text) => {
      const phone = parsePhone(text);
      return phone && canonicalPhone(phone);
    }),
    email: read('email', 'admin.row_email_invalid', (text) => parseEmail(text)?.toLowerCase() ?? null),
    username: read('username', 'admin.row_username_invalid', (text) =>
      usernamePattern.test(text) && parsePhone(text) === null ? text : null,
    ),
    staffID: read('staffID', 'admin.row_id_invalid', (text) => (staffIDPattern.test(text) ? text : null)),
    fid: read('fid', 'admin.row_id_invalid', (text) => (fidPattern.test(text) ? text : null)),
    clearance: read('clearance', 'admin.row_clearance_invalid', (text) =>
      /^\d{1,4}$/.test(text) && Number(text) <= maxClearance ? Number(text) : null,
    ),
  };
  return { person, errors };
}

/** What identifies the person of a row. Two rows with a common key are about the same person. */
export function keysOf({ staffID, fid, username, mobileNo, email }: ImportedPerson): string[] {
  const keys = {
    staff: staffID,
    fid,
    username: username?.toLowerCase() ?? null,
    phone: mobileNo,
    email,
  };
  return Object.entries(keys).flatMap(([kind, value]) => (value === null ? [] : [`${kind}:${value}`]));
}

function parseDepartment(text: string): readonly string[] | null {
  const names = text.split(/[/／]/u).map((name) => name.trim());
  const isValid = names.length <= maxDepartmentDepth && names.every((name) => name !== '');
  return isValid && text.length <= maxNameLength ? names : null;
}
