import { Readable } from 'node:stream';
import type { ApplicationType } from '@sealflow/domain/workflow';
import type { MailAttachment } from '../../infra/mail/mail.port.ts';
import { readChunks } from '../../infra/objects/object-source.adapter.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';
import { openSources, type Source } from './sources.usecases.ts';
import { selectTrusted } from './trusted-mailboxes.repository.ts';

/** The types whose recipients must be trusted mailboxes; a mail gateway checks its mails itself. */
const trustedRecipientTypes: ReadonlySet<ApplicationType> = new Set(['trusted_mail_send']);

/**
 * Checks whether an approved mail may be sent now, and opens its files. Files are attached as stored, so a protected
 * file stays protected, but the applicant must be able to open it.
 * @throws ProcessingFailure
 */
export async function requireSendableMail(
  services: ProcessingServices,
  flow: FlowToProcess,
): Promise<Source[]> {
  const { tid, type, applicantFid: fid, details, files } = flow;
  const emails = [...new Set((details.to ?? []).map((address) => address.toLowerCase()))];
  if (emails.length === 0) throw new ProcessingFailure('work.no_email');
  if (trustedRecipientTypes.has(type)) {
    // An address may be trusted for the person and for the tenant at once, so the number of rows proves nothing.
    const trusted = new Set(await selectTrusted(services.db, { tid, fid, emails }));
    if (!emails.every((email) => trusted.has(email))) throw new ProcessingFailure('work.mailbox_not_trusted');
  }
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > services.attachmentLimitBytes) throw new ProcessingFailure('work.attachments_too_large');
  return openSources(services, flow, fid);
}

/** The files as stored. Each is read from the object store when the mailer reaches it. */
export function toAttachments(sources: readonly Source[]): MailAttachment[] {
  return sources.map(({ file: { name, mimeType, encrypted }, stored }) => ({
    filename: encrypted && !/\.tdf$/i.test(name) ? `${name}.tdf` : name,
    contentType: mimeType,
    content: Readable.from(readChunks(stored), { highWaterMark: 1 }),
  }));
}
