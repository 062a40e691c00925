import type { ChangeFeed } from '../changes/changes.port.ts';
import type { DatabaseHandle } from '../database/index.ts';
import type { Mailer } from '../mail/mail.port.ts';
import { createSmtpMailer, disabledMailer } from '../mail/smtp.adapter.ts';
import type { MasterKey } from '../master-key/index.ts';
import { createHttpSmsSender, disabledSmsSender } from '../sms/http-sms.adapter.ts';
import type { SmsSender } from '../sms/sms.port.ts';
import {
  countTransportFailure,
  type DeliveryChannel,
  deleteTransportFailures,
  selectDeliverySettings,
} from './delivery.repository.ts';

export interface DeliveryOptions {
  masterKey: MasterKey;
  changes: ChangeFeed;
  /** The settings of the environment, which override the stored ones. */
  environment: {
    smtp: { url: string; from: string } | undefined;
    sms: { url: string; token: string | undefined } | undefined;
  };
  onError: (error: unknown) => void;
}

export interface Delivery {
  mailer: Mailer;
  sms: SmsSender;
  /** Applies the stored settings now, without waiting for the notification of their change. */
  refresh: () => Promise<void>;
}

/**
 * Opens the mail server and the SMS gateway of the environment or of the stored settings. When an operator changes the
 * stored settings, every node uses the new ones without a restart.
 */
export async function openDelivery(
  db: DatabaseHandle,
  { masterKey, changes, environment, onError }: DeliveryOptions,
): Promise<Delivery> {
  const readMailer = async () => {
    const smtp = environment.smtp ?? (await selectDeliverySettings(db, masterKey, 'mail'))?.settings;
    return smtp ? createSmtpMailer(smtp) : disabledMailer;
  };
  const readSms = async () => {
    const sms = environment.sms ?? (await selectDeliverySettings(db, masterKey, 'sms'))?.settings;
    return sms ? createHttpSmsSender(sms) : disabledSmsSender;
  };
  const mailer = replaceable(await readMailer());
  const sms = replaceable(await readSms());
  const watch = watchTransports(db, onError);
  let reading: Promise<void> = Promise.resolve();
  const read = async (previous: Promise<void>) => {
    // In sequence, so that the newest settings are applied last.
    await previous.catch(() => undefined);
    if (!environment.smtp) mailer.replace(await readMailer());
    if (!environment.sms) sms.replace(await readSms());
  };
  const refresh = () => {
    reading = read(reading);
    return reading;
  };
  const unsubscribe = changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'delivery') refresh().catch(onError);
  });
  const close = (transport: Closable) =>
    watch.close(async () => {
      // The feed reports lost changes when it stops, after which the database is closed.
      unsubscribe();
      await reading.catch(() => undefined);
      await transport.close();
    });
  return {
    refresh,
    mailer: {
      get isConfigured() {
        return mailer.current().isConfigured;
      },
      send: (mail) => watch.send('mail', () => mailer.current().send(mail)),
      close: () => close(mailer),
    },
    sms: {
      get isConfigured() {
        return sms.current().isConfigured;
      },
      send: (message) => watch.send('sms', () => sms.current().send(message)),
      close: () => close(sms),
    },
  };
}

/** Failures that say nothing about the server: the service has none, or the message is invalid. */
const isOfTransport = (code: unknown): code is string =>
  typeof code === 'string' && !code.endsWith('.not_configured') && !code.endsWith('.invalid');

/** Records what a transport failed with since its last success, so that operators see that it is broken. */
function watchTransports(db: DatabaseHandle, onError: (error: unknown) => void) {
  let isClosing = false;
  const record = async (channel: DeliveryChannel, code: unknown) => {
    if (isOfTransport(code)) await countTransportFailure(db, { channel, code, at: new Date() });
  };
  return {
    send: async (channel: DeliveryChannel, send: () => Promise<void>) => {
      try {
        await send();
      } catch (error) {
        // A mail that the end of the process aborts says nothing about the server.
        if (!isClosing) await record(channel, (error as { code?: unknown }).code).catch(onError);
        throw error;
      }
      await deleteTransportFailures(db, channel).catch(onError);
    },
    close: async (close: () => Promise<void>) => {
      isClosing = true;
      await close();
    },
  };
}

interface Closable {
  close(): Promise<void>;
}

/** A sender that can be replaced. What a replaced one is sending is completed, or aborted with the service. */
function replaceable<S extends Closable>(first: S) {
  const opened = new Set([first]);
  let current = first;
  return {
    current: () => current,
    replace: (next: S) => {
      current = next;
      opened.add(next);
    },
    close: async () => {
      for (const sender of opened) await sender.close();
    },
  };
}
