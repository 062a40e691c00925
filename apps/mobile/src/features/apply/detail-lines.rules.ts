import { detailKeys } from '@sealflow/domain/workflow';
import type { Texts } from '../../i18n/index.ts';
import type { ApplicationDraft } from './draft.types.ts';
import { allRecipients } from './recipients.rules.ts';

type Line = { readonly name: string; readonly value: string };

/** What a type says beside title, description and files, as the page to check shows it. */
export function detailLines(
  { type, details }: ApplicationDraft,
  { texts, until }: { readonly texts: Texts['apply']; readonly until: string | null },
): readonly Line[] {
  const own = new Set<string>(detailKeys[type]);
  const marks = (['watermark', 'noDownload', 'noCapture'] as const).filter((mark) => details[mark]);
  const lines: readonly [string, string, string][] = [
    ['to', texts.to, allRecipients(details).join('\n')],
    ['subject', texts.subject, details.subject.trim()],
    ['body', texts.body, details.body.trim()],
    ['email', texts.email, details.email.trim()],
    ['fids', texts.people, details.people.map(({ name }) => name).join('\n')],
    ['until', texts.leaseDay, until ?? texts.leases.forever],
    ['watermark', texts.marks, marks.map((mark) => texts.markNames[mark]).join('\n')],
  ];
  return lines.flatMap(([key, name, value]) => (own.has(key) && value !== '' ? [{ name, value }] : []));
}
