import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  type AdministeredClassification,
  fromAdministeredRow,
} from './administer-classifications.usecases.ts';
import { countClassifications, selectClassifications } from './classifications.repository.ts';
import {
  builtInClassification,
  type Classification,
  findClassification,
} from './classifications.usecases.ts';
import { selectClearance } from './clearances.repository.ts';

interface Person {
  readonly tid: string;
  readonly fid: string;
}

/** Lists the classifications with which a person may seal: those that their clearance lets them read afterwards. */
export async function listSealableClassifications(
  db: DatabaseHandle,
  { tid, fid, skip, limit }: Person & { skip: number; limit: number },
): Promise<{ total: number; data: Omit<AdministeredClassification, 'level'>[] }> {
  const maxLevel = await clearanceOf(db, { tid, fid });
  const [total, rows] = await Promise.all([
    countClassifications(db, tid, maxLevel),
    limit === 0 ? [] : selectClassifications(db, { tid, skip, limit, maxLevel }),
  ]);
  // Levels are visible to administrators only; the order shows the ranking.
  return { total, data: rows.map((row) => withoutLevel(fromAdministeredRow(row))) };
}

/** @throws ServiceError `key.classification_not_found`, also for one above the person's clearance. */
export async function requireSealableClassification(
  db: DatabaseHandle,
  { tid, fid, id }: Person & { id: string },
): Promise<Classification> {
  const found = await findClassification(db, { tid, id });
  if (!found || found.level > (await clearanceOf(db, { tid, fid }))) {
    throw new ServiceError('key.classification_not_found');
  }
  return found;
}

// Same rule as in the key access service: a member without a clearance reads up to the tenant's default
// classification.
async function clearanceOf(db: DatabaseHandle, { tid, fid }: Person): Promise<number> {
  const [clearance, defaultClassification] = await Promise.all([
    selectClearance(db, { tid, fid }),
    findClassification(db, { tid, id: null }),
  ]);
  return clearance ?? (defaultClassification ?? builtInClassification).level;
}

function withoutLevel(classification: AdministeredClassification): Omit<AdministeredClassification, 'level'> {
  const { level: _, ...rest } = classification;
  return rest;
}
