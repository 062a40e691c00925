import { entityTagFields } from '@sealflow/contract/schemas';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Operator } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { deleteParam, lockParams, selectParams, upsertParam } from './deployment.repository.ts';

/** The settings of section 7 of the specification with their default values. */
const defaults = {
  'app-cs-create-non-pump-order-limit-time': '0',
  'app-cs-create-pump-order-limit-time': '0',
  'app-driver-show-waybill-state': '',
} as const;

type ParamName = keyof typeof defaults;
const names = Object.keys(defaults) as ParamName[];

export interface ConfigParam {
  name: string;
  value: string;
  isDefault: boolean;
  /** Milliseconds since 1970. */
  updateAt: number | null;
}

export async function listConfigParams(db: DatabaseHandle): Promise<ConfigParam[]> {
  const rows = new Map((await selectParams(db)).map((row) => [row.name, row]));
  return names.map((name) => {
    const row = rows.get(name);
    return {
      name,
      value: row?.value ?? defaults[name],
      isDefault: row === undefined,
      updateAt: row?.updated_at.getTime() ?? null,
    };
  });
}

/** @throws ServiceError `config.not_found`. */
export async function requireConfigParam(db: DatabaseHandle, name: string): Promise<ConfigParam> {
  const param = (await listConfigParams(db)).find((one) => one.name === name);
  if (!param) throw new ServiceError('config.not_found');
  return param;
}

/**
 * Sets a parameter; null restores its default.
 * @throws ServiceError `config.not_found`: only the names that apps read are allowed; `admin.changed_meanwhile`.
 */
export async function setConfigParam(
  db: DatabaseHandle,
  { operatorID }: Operator,
  {
    name,
    value,
    at,
    ifMatch,
  }: { name: string; value: string | null; at: Date; ifMatch?: string | undefined },
): Promise<ConfigParam> {
  return inTransaction(db, async (transaction) => {
    await requireConfigParam(transaction, name);
    if (ifMatch !== undefined) await lockParams(transaction);
    await assertUnchanged(ifMatch, entityTagFields.configParam, () => requireConfigParam(transaction, name));
    if (value === null) await deleteParam(transaction, name);
    else await upsertParam(transaction, { name, value, updated_at: at });
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    await recordAct({ handle: transaction, actor, at }, { act: 'config.param_set', subject: name });
    return requireConfigParam(transaction, name);
  });
}
