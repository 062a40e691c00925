import { type ErrorCode, errorText } from '@sealflow/domain/errors';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { postMessage } from '../messages/messages.usecases.ts';
import { findMember, isActiveMember } from '../tenants/tenants.usecases.ts';
import { typeNameText, workChannel } from '../workflow/notice-text.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';

/** Notifies the applicant that the approved processing failed, and why. */
export async function notifyFailure(
  transaction: DatabaseTransaction,
  flow: FlowToProcess,
  { reason, at }: { reason: ErrorCode; at: number },
): Promise<void> {
  const { tid, flowID, applicantFid, title } = flow;
  const kind = typeNameText(flow.type, flow.typeName);
  const applicant = await findMember(transaction, { tid, fid: applicantFid });
  if (!applicant || !isActiveMember(applicant)) return;
  await postMessage(transaction, {
    channel: workChannel({ tid, aid: applicant.aid }),
    type: 'flow',
    title: { zh: `处理失败：${kind.zh}`, en: `Not processed: ${kind.en}` },
    text: {
      zh: `“${title}”未能处理：${errorText(reason, 'cn')}（${reason}）`,
      en: `“${title}” could not be processed: ${errorText(reason, 'en')} (${reason})`,
    },
    link: { kind: 'flow', tid, flowID, taskID: null },
    idempotencyKey: `flow:${flowID}:failed:${at}`,
    createAt: at,
  });
}
