import type { Config } from '../../infra/config/config.schemas.ts';
import { createTokenKey } from '../../infra/tokens/token-keys.repository.ts';
import { adminRoutes } from '../../modules/admin/admin.routes.ts';
import type { AdminServices } from '../../modules/admin/admin.types.ts';
import type { SettingsServices } from '../../modules/admin/settings.usecases.ts';
import { deleteExpiredSetupLinks } from '../../modules/admin/setup-links.usecases.ts';
import { deliveryRoutes } from '../../modules/deliveries/deliveries.routes.ts';
import { deleteExpiredFailures } from '../../modules/deliveries/delivery-failures.usecases.ts';
import { deploymentRoutes } from '../../modules/deployment/deployment.routes.ts';
import { operatingRoutes } from '../../modules/deployment/operating.routes.ts';
import { createSpeechTokenProvider } from '../../modules/deployment/speech.usecases.ts';
import { forwardingRoutes } from '../../modules/forwarding/forwarding.routes.ts';
import { startImportWorker } from '../../modules/imports/imports.job.ts';
import { importRoutes } from '../../modules/imports/imports.routes.ts';
import { deleteExpiredImports, importQueue } from '../../modules/imports/imports.usecases.ts';
import { readBundleKey } from '../../modules/releases/bundle-key.util.ts';
import { deleteUnpublishedFiles } from '../../modules/releases/release-files.usecases.ts';
import { releaseRoutes } from '../../modules/releases/releases.routes.ts';
import { findDemo } from '../demo/find-demo.usecases.ts';
import type { ServiceContext, ServiceModule } from './service-context.types.ts';

export const deploymentModule: ServiceModule = {
  registerRoutes: (app, context) => {
    const { db, clock, config, onError, masterKey, mailer, sms, refreshDelivery } = context;
    const speechToken = createSpeechTokenProvider({ config: config.speech, clock, onError });
    deploymentRoutes(app, { db, clock, environment: config.environment, speechToken });
    operatingRoutes(app, {
      db,
      clock,
      masterKey,
      isMasterKeyConfigured: config.masterKey !== undefined,
      environmentDelivery: { mail: config.smtp, sms: config.sms },
      mailer,
      sms,
      refreshDelivery,
    });
    deliveryRoutes(app, { db, clock });
  },
  deleteExpired: ({ db }, now) => deleteExpiredFailures(db, now),
};

export const releasesModule: ServiceModule = {
  registerRoutes: async (app, { db, clock, config, objects, publicUrl }) => {
    const bundleKey = await readBundleKey(config.bundlePublicKeyFile);
    releaseRoutes(app, { db, objects, clock, publicUrl, bundleKey });
  },
  deleteExpired: deleteUnpublishedFiles,
};

export const forwardingModule: ServiceModule = {
  registerRoutes: (app) => forwardingRoutes(app),
};

const dayMs = 86_400_000;

/** The longest times for which a tenant may keep content. */
function retentionLimitsOf({ messageLifetimeMs, flowLifetimeMs }: Config): AdminServices['retention'] {
  const toDays = (lifetimeMs: number | undefined) => (lifetimeMs === undefined ? null : lifetimeMs / dayMs);
  return { messages: toDays(messageLifetimeMs), applications: toDays(flowLifetimeMs) };
}

/** The settings of the deployment that the administrators of each tenant may read. */
function deploymentRulesOf(config: Config): SettingsServices['deploymentRules'] {
  const { uploads, smtp, sms } = config;
  const sessionDays = config.sessionLifetimeMs / dayMs;
  return {
    passwordRules: config.passwords.rules,
    sessionDays: Number.isFinite(sessionDays) ? sessionDays : null,
    membership: config.membership,
    quotaBytes: {
      person: uploads.maxPersonBytes === 0 ? null : uploads.maxPersonBytes,
      tenant: uploads.maxTenantBytes === 0 ? null : uploads.maxTenantBytes,
    },
    refusedFileTypes: [...uploads.rejectedTypes],
    agreements: config.legalDir === undefined ? 'built_in' : 'custom',
    codeChannels: [...(sms ? (['sms'] as const) : []), ...(smtp ? (['email'] as const) : [])],
    retentionDays: retentionLimitsOf(config),
  };
}

export const adminModule: ServiceModule = {
  registerRoutes: (app, context) =>
    adminRoutes(app, {
      ...adminServicesOf(context),
      makeSigningKey: () => createTokenKey(context.masterKey),
      findDemo: () => findDemo(context.db),
      signInLimit: context.config.signInLimit,
      publicHosts: context.publicHosts,
      deploymentRules: deploymentRulesOf(context.config),
    }),
  deleteExpired: ({ db }, now) => deleteExpiredSetupLinks(db, now),
};

/** The dependencies of everything that administers a tenant. */
export function adminServicesOf({
  accounts,
  clock,
  config,
  db,
  jobs,
  keys,
  publicUrl,
}: ServiceContext): AdminServices {
  return {
    db,
    clock,
    outbox: jobs,
    keys,
    passwords: accounts.passwords,
    publicUrl,
    retention: retentionLimitsOf(config),
    allowPrivateServiceApi: config.allowPrivateServiceApi,
    membership: config.membership,
    accounts,
  };
}

export const importsModule: ServiceModule = {
  queues: [importQueue],
  registerRoutes: (app, context) => importRoutes(app, adminServicesOf(context)),
  startWorkers: async (context) => {
    await startImportWorker(context.jobs, adminServicesOf(context), { onError: context.onError });
    return undefined;
  },
  deleteExpired: async ({ db, log }, now) => {
    const imports = await deleteExpiredImports(db, now);
    if (imports > 0) log.info({ imports }, 'old imports deleted');
  },
};
