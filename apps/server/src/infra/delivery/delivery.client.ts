import type { ChangeFeed } from '../changes/changes.port.ts';
import type { DatabaseHandle } from '../database/index.ts';
import type { Mailer } from '../mail/mail.port.ts';
import { createSmtpMailer, disabledMailer } from '../mail/smtp.adapter.ts';
import type { MasterKey } from '../master-key/index.ts';
import { createHttpSmsSender, disabledSmsSender } from '../sms/http-sms.adapter.ts';
import type { SmsSender } from '../sms/sms.port.ts';
import { selectDeliverySettings } from './delivery-settings.repository.ts';

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
  changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'delivery') refresh().catch(onError);
  });
  return {
    refresh,
    mailer: {
      get isConfigured() {
        return mailer.current().isConfigured;
      },
      send: (mail) => mailer.current().send(mail),
      close: () => mailer.close(),
    },
    sms: {
      get isConfigured() {
        return sms.current().isConfigured;
      },
      send: (message) => sms.current().send(message),
      close: () => sms.close(),
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
