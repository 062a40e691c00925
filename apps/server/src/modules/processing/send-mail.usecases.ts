import type { ErrorCode } from '@sealflow/domain/errors';
import { inTransaction } from '../../infra/database/index.ts';
import { MailError } from '../../infra/mail/mail.errors.ts';
import { backgroundTimeoutMs, type Mail } from '../../infra/mail/mail.port.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import {
  advanceFlow,
  type FlowToProcess,
  findFlowForProcessing,
} from '../workflow/processing-flow.usecases.ts';
import { notifyFailure } from './failure-notice.usecases.ts';
import { requireSendableMail, toAttachments } from './mail-content.usecases.ts';
import { permanentReasonOf } from './processing.errors.ts';
import { cancelMail, failMail, findOrInsertMail, type MailRow, updateMail } from './processing.repository.ts';
import type { ProcessingServices } from './processing.types.ts';
import type { Source } from './sources.usecases.ts';

/** After this time without a reachable mail server, the mail fails. */
const maxRetryMs = 3 * 86_400_000;

/**
 * Sends the mail of an application, one message to all recipients. The delivery is recorded after it happens: if the
 * process dies in between, the same message is sent again with the same message id. If the server received the
 * message but did not confirm it, there is no automatic retry: the applicant is notified and decides.
 */
export async function sendMail(
  services: ProcessingServices,
  flowKey: { tid: string; flowID: string },
): Promise<void> {
  const flow = await findFlowForProcessing(services.db, flowKey);
  if (flow?.state !== 'processed') {
    // The application ended between two attempts.
    await cancelMail(services.db, { ...flowKey, at: new Date(services.clock()) });
    return;
  }
  if (flow.delivery !== 'email') return;
  const mailRow = await findOrInsertMail(services.db, newMailRow(services, flow));
  if (mailRow.state !== 'sending') return;
  services.onStep('mail begun');
  let sources: Source[];
  try {
    sources = await requireSendableMail(services, flow);
    await send(services, flow, { mailRow, sources });
  } catch (error) {
    const reason =
      mailReasonOf(error) ?? (isPastRetryPeriod(services, mailRow) ? 'work.mail_not_sent' : undefined);
    if (reason === undefined) throw error;
    await failAndNotify(services, flow, reason);
    return;
  }
  services.onStep('mail sent');
  await markSent(services, flow, sources);
}

function newMailRow(
  { clock, publicUrl }: ProcessingServices,
  { tid, flowID, details }: FlowToProcess,
): MailRow {
  // A host name may contain characters that a message id may not: the brackets of an IPv6 address.
  const host = new URL(publicUrl()).hostname.replaceAll(/[^\w.-]/g, '-');
  return {
    flow_id: flowID,
    tid,
    message_id: `${flowID}@${host}`,
    state: 'sending',
    reason: null,
    pending: [...new Set(details.to ?? [])],
    begun_at: new Date(clock()),
    ended_at: null,
  };
}

async function send(
  services: ProcessingServices,
  flow: FlowToProcess,
  { mailRow, sources }: { mailRow: MailRow; sources: readonly Source[] },
): Promise<void> {
  if (mailRow.pending.length === 0) return;
  const { title, description, details, type } = flow;
  const mailer = type === 'gateway_trusted_mail_send' ? services.gateway : services.mailer;
  const mail: Mail = {
    to: mailRow.pending,
    subject: details.subject || title,
    text: details.body ?? description,
    attachments: toAttachments(sources),
    messageID: mailRow.message_id,
    timeoutMs: backgroundTimeoutMs,
  };
  try {
    await mailer.send(mail);
  } catch (error) {
    if (error instanceof MailError && error.accepted.length > 0) {
      const pending = mailRow.pending.filter((one) => !error.accepted.includes(one));
      await updateMail(services.db, flow.flowID, { pending });
    }
    throw error;
  }
}

function mailReasonOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof MailError)) return permanentReasonOf(error);
  if (!error.isPermanent) return undefined;
  if (error.code === 'mail.unanswered') return 'work.mail_unconfirmed';
  return error.code === 'mail.refused' ? 'work.mail_refused' : 'work.mail_not_sent';
}

const isPastRetryPeriod = ({ clock }: ProcessingServices, { begun_at }: MailRow): boolean =>
  clock() - begun_at.getTime() > maxRetryMs;

async function markSent(
  services: ProcessingServices,
  flow: FlowToProcess,
  sources: readonly Source[],
): Promise<void> {
  const { tid, flowID } = flow;
  const { db, clock, outbox } = services;
  await inTransaction(db, async (transaction) => {
    const at = new Date(clock());
    await advanceFlow({ db: transaction, clock, outbox }, { tid, flowID, event: { type: 'email_sent' } });
    await updateMail(transaction, flowID, { state: 'sent', pending: [], ended_at: at });
    await recordActs(
      { handle: transaction, actor: { kind: 'service', tid }, at },
      sources.map(({ file: { sha256 }, sealed }) => ({
        act: 'processing.mailed',
        subject: flowID,
        documentID: sealed?.documentID ?? null,
        sha256,
      })),
    );
  });
}

/**
 * Marks the mail as failed and notifies the applicant. The flow stays in its state until the applicant retries or
 * cancels.
 */
async function failAndNotify(
  services: ProcessingServices,
  flow: FlowToProcess,
  reason: ErrorCode,
): Promise<void> {
  const { tid, flowID } = flow;
  await inTransaction(services.db, async (transaction) => {
    const at = services.clock();
    // A concurrent run may have sent the mail.
    if (!(await failMail(transaction, flowID, { reason, at: new Date(at) }))) return;
    await recordActs({ handle: transaction, actor: { kind: 'service', tid }, at: new Date(at) }, [
      { act: 'processing.failed', subject: flowID, decision: 'refused', reason },
    ]);
    await notifyFailure(transaction, flow, { reason, at });
  });
}
