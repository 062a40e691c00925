import type { Answer, Body } from '@sealflow/contract';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { accountSettings } from '../../infra/config/accounts.schemas.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import {
  type DeliveryChannel,
  type DeliverySettings,
  deleteDeliverySettings,
  lockDeliverySettings,
  type StoredSettings,
  selectDeliverySettings,
  upsertDeliverySettings,
} from '../../infra/delivery/delivery.repository.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { MailError } from '../../infra/mail/mail.errors.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import { SmsError, type SmsSender } from '../../infra/sms/sms.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';

export interface DeliveryServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  /** The settings of the environment, which override the stored ones. */
  readonly environmentDelivery: { [C in DeliveryChannel]: DeliverySettings[C] | undefined };
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  /** Applies the stored settings on this node now. */
  readonly refreshDelivery: () => Promise<void>;
}

type DeliveryState = Answer<'GET /api/v1/admin/deployment/delivery'>['data'];

/** The settings of mail and text messages that are in use, without their secrets. */
export async function describeDelivery(services: DeliveryServices): Promise<DeliveryState> {
  return { mail: await describeMail(services), sms: await describeSms(services) };
}

export async function describeMail(services: DeliveryServices): Promise<DeliveryState['mail']> {
  const { settings, ...origin } = await readInUse(services, 'mail');
  return { ...origin, server: settings ? mailServerOf(settings) : null };
}

export async function describeSms(services: DeliveryServices): Promise<DeliveryState['sms']> {
  const { settings, ...origin } = await readInUse(services, 'sms');
  const gateway = settings ? { url: settings.url, hasToken: settings.token !== undefined } : null;
  return { ...origin, gateway };
}

async function readInUse<C extends DeliveryChannel>(
  { db, masterKey, environmentDelivery }: DeliveryServices,
  channel: C,
) {
  const ofEnvironment = environmentDelivery[channel];
  if (ofEnvironment)
    return { source: 'environment', settings: ofEnvironment, updatedAt: null, updatedBy: null } as const;
  const stored = await selectDeliverySettings(db, masterKey, channel);
  if (!stored) return { source: 'none', settings: undefined, updatedAt: null, updatedBy: null } as const;
  const { settings, updatedAt, updatedBy } = stored;
  return { source: 'stored', settings, updatedAt: updatedAt.getTime(), updatedBy } as const;
}

function mailServerOf({ url, from }: DeliverySettings['mail']) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isImplicit = protocol === 'smtps:';
  return {
    host: hostname,
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    tls: isImplicit ? ('implicit' as const) : ('starttls' as const),
    username: username === '' ? null : decodeURIComponent(username),
    from,
    hasPassword: password !== '',
  };
}

/**
 * Stores the mail server.
 * @throws ServiceError `admin.delivery_from_environment`, `admin.delivery_settings_invalid`.
 */
export async function setMailServer(
  services: DeliveryServices,
  operatorID: string,
  { host, port, tls, username, from, password }: Body<'PUT /api/v1/admin/deployment/mail'>,
): Promise<void> {
  await storeSettings(services, operatorID, 'mail', (stored) => {
    const address = `${tls === 'implicit' ? 'smtps' : 'smtp'}://${host}:${port}`;
    if (!URL.canParse(address)) throw invalidError('host');
    const url = new URL(address);
    url.username = encodeURIComponent(username ?? '');
    const former = stored && new URL(stored.url);
    // A password belongs to its server: a changed one must not receive it.
    const isSameServer = former?.host === url.host && former.protocol === url.protocol;
    const kept = isSameServer ? decodeURIComponent(former.password) : '';
    const used = password === undefined ? kept : (password ?? '');
    if (username !== null) url.password = encodeURIComponent(used);
    if (!accountSettings.SMTP_URL.safeParse(url.href).success) throw invalidError('host');
    if (!accountSettings.MAIL_FROM.safeParse(from).success) throw invalidError('from');
    return { url: url.href, from };
  });
}

/**
 * Stores the SMS gateway.
 * @throws ServiceError `admin.delivery_from_environment`, `admin.delivery_settings_invalid`.
 */
export async function setSmsGateway(
  services: DeliveryServices,
  operatorID: string,
  { url, token }: Body<'PUT /api/v1/admin/deployment/sms'>,
): Promise<void> {
  await storeSettings(services, operatorID, 'sms', (stored) => {
    if (!accountSettings.SMS_URL.safeParse(url).success) throw invalidError('url');
    // The token belongs to its gateway: a changed address must not receive it.
    const kept = stored?.url === url ? stored.token : undefined;
    return { url, token: token === undefined ? kept : (token ?? undefined) };
  });
}

const invalidError = (field: string) => new ServiceError('admin.delivery_settings_invalid', { field });

async function storeSettings<C extends DeliveryChannel>(
  services: DeliveryServices,
  operatorID: string,
  channel: C,
  settingsFrom: (stored: DeliverySettings[C] | undefined) => DeliverySettings[C],
): Promise<void> {
  const { db, clock, masterKey } = services;
  assertNotFromEnvironment(services, channel);
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    await lockDeliverySettings(transaction, channel);
    const stored: StoredSettings<C> | undefined = await selectDeliverySettings(
      transaction,
      masterKey,
      channel,
    );
    const settings = settingsFrom(stored?.settings);
    await upsertDeliverySettings(transaction, masterKey, { channel, settings, by: operatorID, at });
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    await recordAct({ handle: transaction, actor, at }, { act: 'deployment.delivery_set', subject: channel });
  });
}

/** Deletes the stored settings of a channel. @throws ServiceError `admin.delivery_from_environment`. */
export async function clearDelivery(
  services: DeliveryServices,
  operatorID: string,
  channel: DeliveryChannel,
): Promise<void> {
  assertNotFromEnvironment(services, channel);
  const at = new Date(services.clock());
  await inTransaction(services.db, async (transaction) => {
    await lockDeliverySettings(transaction, channel);
    if (!(await deleteDeliverySettings(transaction, channel))) return;
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    await recordAct(
      { handle: transaction, actor, at },
      { act: 'deployment.delivery_cleared', subject: channel },
    );
  });
}

function assertNotFromEnvironment({ environmentDelivery }: DeliveryServices, channel: DeliveryChannel): void {
  if (environmentDelivery[channel]) throw new ServiceError('admin.delivery_from_environment');
}

const testSubject = 'Sealflow 密件通';
const testText = '这是一条测试消息。This is a test message.';

/** Sends a test mail. @throws ServiceError `admin.delivery_not_configured`, `admin.delivery_failed`. */
export async function sendTestMail(
  services: DeliveryServices,
  operatorID: string,
  to: string,
): Promise<void> {
  await services.refreshDelivery();
  if (!services.mailer.isConfigured) throw new ServiceError('admin.delivery_not_configured');
  await recordTest(services, operatorID, 'mail');
  await services.mailer.send({ to: [to], subject: testSubject, text: testText }).catch((error: unknown) => {
    throw error instanceof MailError ? failedError(error) : error;
  });
}

/** Sends a test text message. @throws ServiceError `admin.delivery_not_configured`, `admin.delivery_failed`. */
export async function sendTestSms(services: DeliveryServices, operatorID: string, to: string): Promise<void> {
  await services.refreshDelivery();
  if (!services.sms.isConfigured) throw new ServiceError('admin.delivery_not_configured');
  await recordTest(services, operatorID, 'sms');
  await services.sms.send({ to, text: testText, purpose: 'notice', code: null }).catch((error: unknown) => {
    throw error instanceof SmsError ? failedError(error) : error;
  });
}

/** The message contains codes of the server and no personal data. */
const failedError = ({ code, message }: MailError | SmsError) =>
  new ServiceError('admin.delivery_failed', { reason: code, detail: message });

async function recordTest(
  { db, clock }: DeliveryServices,
  operatorID: string,
  channel: DeliveryChannel,
): Promise<void> {
  const actor = { kind: 'operator', tid: null, operatorID } as const;
  const context = { handle: db, actor, at: new Date(clock()) };
  await recordAct(context, { act: 'deployment.delivery_tested', subject: channel });
}
