import type { AuditFilter } from './audit.queries.ts';

/** The filters of the page in the address. */
type FilterName = 'act' | 'fid' | 'documentID' | 'subject' | 'decision' | 'from' | 'to';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The first moment of a day in the time zone of the browser, plus a number of days; undefined for other text. */
function startOfDay(text: string | undefined, daysAfter: number): number | undefined {
  const parts = text?.match(datePattern);
  if (!parts) return undefined;
  const [year, month, day] = parts.slice(1).map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, (day ?? 1) + daysAfter).getTime();
}

/** The filter of the call for the filters of the address; the last day is included. */
export function toAuditFilter(read: (name: FilterName) => string | undefined): AuditFilter {
  const decision = read('decision');
  const filter = {
    act: read('act'),
    fid: read('fid'),
    documentID: read('documentID'),
    subject: read('subject'),
    decision: decision === 'granted' || decision === 'refused' ? decision : undefined,
    from: startOfDay(read('from'), 0),
    to: startOfDay(read('to'), 1),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
