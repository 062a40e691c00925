interface ConfigParamsTable {
  name: string;
  value: string;
  updated_at: Date;
}

export interface DeploymentTables {
  config_params: ConfigParamsTable;
}
