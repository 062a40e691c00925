import type { Migration } from 'kysely/migration';

/**
 * Every migration, oldest first. They only go forward and never change once released. A new one is
 * `NNN-subject.migration.ts` with an exported `up`, an import here and a line below:
 * `'001-tenants-accounts': tenantsAccounts,` for `import * as tenantsAccounts from './001-tenants-accounts.migration.ts';`.
 */
export const migrations: Record<string, Migration> = {};
