import { ConfigError, readConfig } from '../infra/config/config.schemas.ts';
import { MailError } from '../infra/mail/mail.errors.ts';
import { smtpMailer } from '../infra/mail/smtp.adapter.ts';
import type { Command } from './command.port.ts';
import { onlyPositional } from './given.adapter.ts';
import { CommandError } from './usage.errors.ts';

/** How long a person at a terminal waits for a mail server. */
const patienceMs = 30_000;

export const mailTestCommand: Command = {
  name: 'mail test',
  usage: 'mail test ADDRESS [--gateway] [--json]',
  summary: 'sends a mail by SMTP_URL, or by GATEWAY_SMTP_URL, and says what the server answers',
  options: { gateway: { type: 'boolean' } },
  details: [
    'By the settings of this shell, without the service: give it those of the service.',
    'A server that takes the mail may still drop it: look whether it arrives.',
  ],
  run: async (given) => {
    const address = onlyPositional(given, 'ADDRESS');
    const isGateway = given.values['gateway'] === true;
    const config = readConfig(given.env);
    const smtp = isGateway ? config.gatewaySmtp : config.smtp;
    if (!smtp)
      throw new ConfigError(`${isGateway ? 'GATEWAY_SMTP_URL' : 'SMTP_URL'} is not set: no mail is sent`);
    const mailer = smtpMailer(smtp);
    const subject = 'Sealflow 密件通';
    const text = 'This mail was sent by "sealflow mail test". 这封邮件由 “sealflow mail test” 发送。';
    try {
      await mailer.send({ to: [address], subject, text, patienceMs });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new CommandError(`the test mail failed: ${error.message} (${error.code})`);
    } finally {
      await mailer.close();
    }
    return { json: { taken: true }, lines: ['the mail server took the mail'] };
  },
};
