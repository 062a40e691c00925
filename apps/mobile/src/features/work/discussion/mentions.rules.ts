import type { ProcessStep } from '@sealflow/contract';
import { flowCommentLimits } from '@sealflow/domain/workflow';

export type Participant = { readonly fid: string; readonly name: string };

/** The people who take part in an application, except the user. */
export function participantsOf(
  applicant: Participant,
  steps: readonly ProcessStep[],
  ownFid: string,
): readonly Participant[] {
  const assignees = steps.flatMap(({ tasks }) => tasks).flatMap(({ assignee }) => assignee ?? []);
  const byFid = new Map([applicant, ...assignees].map(({ fid, name }) => [fid, { fid, name: name || fid }]));
  byFid.delete(ownFid);
  return [...byFid.values()];
}

/** The text with a mention of a person at its end. */
export const addMention = (text: string, { name }: Participant): string =>
  `${text === '' || /\s$/u.test(text) ? text : `${text} `}@${name} `;

/** The people whom a text mentions by their names. */
export const mentionedIn = (text: string, participants: readonly Participant[]): readonly string[] =>
  participants
    .filter(({ name }) => text.includes(`@${name}`))
    .map(({ fid }) => fid)
    .slice(0, flowCommentLimits.mentions);
