import { ConfigError, readConfig } from '../infra/config/config.schemas.ts';
import { MailError } from '../infra/mail/mail.errors.ts';
import { createSmtpMailer } from '../infra/mail/smtp.adapter.ts';
import type { Command } from './command.types.ts';
import { requirePositional } from './options.util.ts';
import { CommandError } from './usage.errors.ts';

/** Short enough for a person who waits at a terminal. */
const patienceMs = 30_000;

export const mailTestCommand: Command = {
  name: 'mail test',
  usage: 'mail test ADDRESS [--gateway] [--json]',
  summary: 'sends a test mail by SMTP_URL, or by GATEWAY_SMTP_URL, and prints the answer of the server',
  options: { gateway: { type: 'boolean' } },
  details: [
    'Uses the settings of this shell, not those of the running service: export the same settings first.',
    'A server that accepts the mail may still drop it: check whether it arrives.',
  ],
  run: async (invocation) => {
    const address = requirePositional(invocation, 'ADDRESS');
    const isGateway = invocation.values['gateway'] === true;
    const config = readConfig(invocation.env);
    const smtp = isGateway ? config.gatewaySmtp : config.smtp;
    if (!smtp)
      throw new ConfigError(`${isGateway ? 'GATEWAY_SMTP_URL' : 'SMTP_URL'} is not set: no mail is sent`);
    const mailer = createSmtpMailer(smtp);
    const subject = 'Sealflow 密件通';
    const text = 'This mail was sent by "sealflow mail test". 这封邮件由 “sealflow mail test” 发送。';
    try {
      await mailer.send({ to: [address], subject, text, timeoutMs: patienceMs });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new CommandError(`the test mail failed: ${error.message} (${error.code})`);
    } finally {
      await mailer.close();
    }
    return { json: { taken: true }, lines: ['the mail server accepted the mail'] };
  },
};
