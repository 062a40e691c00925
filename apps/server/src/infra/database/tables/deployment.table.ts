import type { Generated } from 'kysely';

interface ConfigParamsTable {
  name: string;
  value: string;
  updated_at: Date;
}

/** A single row. Backups include it: a restored database is the same deployment. */
interface DeploymentTable {
  id: Generated<string>;
}

export interface DeploymentTables {
  deployment: DeploymentTable;
  config_params: ConfigParamsTable;
}
