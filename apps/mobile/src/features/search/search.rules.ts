import { usesDialect16 } from '@sealflow/domain/versions';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { type Result, type ResultType, resultTypes } from './search.types.ts';

/** As the calls of the service limit it. */
const maxKeywordLength = 100;

export const toKeyword = (text: string): string => text.trim().slice(0, maxKeywordLength).trim();

const isResultType = (name: string): name is ResultType => resultTypes.includes(name as ResultType);

/** The text and the type of results that an address names; the type is null for all. */
export function parseSearch(query: URLSearchParams): {
  readonly keyword: string;
  readonly type: ResultType | null;
} {
  const type = query.get('type') ?? '';
  return { keyword: toKeyword(query.get('q') ?? ''), type: isResultType(type) ? type : null };
}

/** The query with another text or type. */
export function searchQuery(
  query: URLSearchParams,
  { keyword, type }: { readonly keyword: string; readonly type: ResultType | null },
): string {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | null) => {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  };
  set('q', keyword);
  set('type', type);
  return `?${next.toString()}`;
}

/** A key of a result within its type. */
export function resultKey(result: Result): string {
  if (result.type === 'messages') return result.session.sessionID;
  if (result.type === 'work') return result.task?.id ?? result.flow.id;
  return result.type === 'documents' ? result.record.fileID : result.fid;
}

export function resultTitle(result: Result): string {
  if (result.type === 'messages') return result.session.title;
  if (result.type === 'work') return result.flow.title;
  return result.type === 'documents' ? result.record.fileWholeName : result.name;
}

type AddressOptions = { readonly keyword: string; readonly serviceVersion: string };

/** The address of a result; null for one that opens as a layer over the search: a document, a person. */
export function resultAddress(result: Result, { keyword, serviceVersion }: AddressOptions): string | null {
  if (result.type === 'messages') {
    const { sessionID } = result.session;
    const { hit, hits } = result;
    if (hits > 1) return viewAddress(paths.messagelist, 'search', { sessionID, q: keyword });
    const at = hit === null ? {} : { at: String(hit.createAt), msgID: hit.msgID };
    return `${paths.messagelist}?${new URLSearchParams({ sessionID, ...at }).toString()}`;
  }
  if (result.type !== 'work') return null;
  const { flow, task } = result;
  if (task === null && flow.state === 'new') return viewAddress(paths.work, 'apply', { flow: flow.id });
  const path = usesDialect16(serviceVersion) ? paths.flowinfo16 : paths.flowinfo;
  const query = new URLSearchParams({ flowID: flow.id, ...(task === null ? {} : { taskID: task.id }) });
  return `${path}?${query.toString()}`;
}
