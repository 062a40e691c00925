import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { createClamdScanner } from '../../infra/scan/clamd.adapter.ts';
import { findDocumentRights } from '../../modules/documents/document-rights.usecases.ts';
import { documentRoutes, memberSealingRoutes } from '../../modules/documents/documents.routes.ts';
import { fileRoutes } from '../../modules/files/files.routes.ts';
import { isLent, lentToDeputyUntil } from '../../modules/files/files.usecases.ts';
import {
  deleteOrphanedObjects,
  deleteUnreferencedFiles,
} from '../../modules/files/orphaned-objects.usecases.ts';
import { createIdentifyCaller } from '../../modules/keys/caller.usecases.ts';
import { keyAccessRoutes, licenceKeyRoutes } from '../../modules/keys/key-access.routes.ts';
import { createKeyAccessService, type FindDocumentRights } from '../../modules/keys/key-access.usecases.ts';
import { deleteExpiredRequestTokens } from '../../modules/keys/request-token.repository.ts';
import type { ServiceModule } from './service-context.types.ts';

export const documentsModule: ServiceModule = {
  registerRoutes: (app, { clock, db, keys, publicUrl, accounts }) => {
    documentRoutes(app, { db, clock, keys, publicUrl });
    memberSealingRoutes(app, { db, clock, keys, publicUrl, tokens: accounts.tokens });
  },
};

export const keysModule: ServiceModule = {
  registerRoutes: async (app, { accounts, clock, config, db, keys, publicUrl }) => {
    licenceKeyRoutes(app, { keys, clock });
    const findRights = createFindDocumentRights(db, clock);
    const identify = createIdentifyCaller(accounts);
    const keyAccess = createKeyAccessService({ handle: db, identify, clock, keys, findRights, publicUrl });
    await keyAccessRoutes(app, keyAccess, { maxPerMinute: config.keyAccessLimit });
  },
  deleteExpired: ({ db }, now) => deleteExpiredRequestTokens(db, new Date(now)),
};

export const filesModule: ServiceModule = {
  registerRoutes: (app, { accounts, clock, config, objects, onError }) => {
    const { scan, uploadLimitBytes, uploads } = config;
    const scanner = scan && createClamdScanner(scan);
    const rules = { ...uploads, scanner, isScanOptional: scan?.optional ?? false, clock, onError };
    return fileRoutes(app, { ...accounts, objects, uploadLimitBytes, rules });
  },
  deleteExpired: async ({ db, objects }, now) => {
    await deleteUnreferencedFiles({ db, objects }, now);
    await deleteOrphanedObjects({ db, objects });
    await objects.deleteAbandoned();
  },
};

/**
 * The rights by which the key access service decides: the document's own grants, and files lent in a flow to its participants and
 * to their deputies.
 */
export function createFindDocumentRights(db: DatabaseHandle, clock: Clock): FindDocumentRights {
  return async (query) => {
    const { tid, fid, documentID, owner } = query;
    const [rights, lent] = await Promise.all([
      findDocumentRights(db, query),
      owner === null ? false : isLent(db, { tid, documentID, owner, fid }),
    ]);
    // A grant that expires must not shorten the access that a flow gives.
    if (lent) return { ...rights, grant: { until: null } };
    if (owner === null || owner === fid) return rights;
    const until = await lentToDeputyUntil(db, { tid, documentID, owner, fid, now: clock() });
    const granted = rights.grant === null ? 0 : (rights.grant.until ?? Number.POSITIVE_INFINITY);
    return until === null || granted >= until ? rights : { ...rights, grant: { until } };
  };
}
