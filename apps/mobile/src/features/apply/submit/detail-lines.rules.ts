import { detailKeys, type FlowDetails } from '@sealflow/domain/workflow';
import type { Texts } from '../../../i18n/index.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { allRecipients } from '../recipients.rules.ts';

type DetailLine = { readonly name: string; readonly value: string };

/** The details of a type, other than title, description and files, as the review page lists them. */
export function detailLines(
  { type, details, approvers = [] }: ApplicationDraft,
  { texts, until }: { readonly texts: Texts['apply']; readonly until: string | null },
): readonly DetailLine[] {
  const applicableKeys = new Set<string>(detailKeys[type]);
  const marks = (['watermark', 'noDownload', 'noCapture'] as const).filter((mark) => details[mark]);
  // The record has every detail, so that the applicant sees all that is sent. Null marks a detail that another
  // entry or the page shows.
  const lines: Record<keyof FlowDetails, DetailLine | null> = {
    to: { name: texts.to, value: allRecipients(details).join('\n') },
    subject: { name: texts.subject, value: details.subject.trim() },
    body: { name: texts.body, value: details.body.trim() },
    email: { name: texts.email, value: details.email.trim() },
    // The page loads the name of the classification.
    classificationID: null,
    fids: { name: texts.people, value: details.people.map(({ name }) => name).join('\n') },
    until: { name: texts.leaseDay, value: until ?? texts.leases.forever },
    watermark: { name: texts.marks, value: marks.map((mark) => texts.markNames[mark]).join('\n') },
    noDownload: null,
    noCapture: null,
  };
  const chosen = approvers.map(({ stage, person: { name } }) => ({
    name: texts.approverOf(stage),
    value: name,
  }));
  return [
    ...Object.entries(lines).flatMap(([key, line]) =>
      line !== null && applicableKeys.has(key) && line.value !== '' ? [line] : [],
    ),
    ...chosen,
  ];
}
