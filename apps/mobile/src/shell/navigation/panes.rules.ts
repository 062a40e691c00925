import { paths } from './paths.rules.ts';
import { viewNameIn } from './view.rules.ts';

/** Width in CSS pixels from which the list and the detail stand side by side. The style sheets repeat the number. */
export const wideMinWidthPx = 840;

/** Width in CSS pixels from which a document of a task stands beside the task. The style sheets repeat the number. */
export const tripleMinWidthPx = 1440;

/** The areas of the main navigation. */
export type Area = 'messages' | 'documents' | 'work' | 'mine';

/** The place of an address on a wide screen: in the list on the left or in the detail on the right. */
export type PanePlace = { readonly area: Area; readonly role: 'list' | 'detail' };

export type Address = { readonly pathname: string; readonly search: string };

const areas: Readonly<Partial<Record<string, PanePlace>>> = {
  [paths.sessionlist]: { area: 'messages', role: 'list' },
  [paths.messagelist]: { area: 'messages', role: 'detail' },
  [paths.document]: { area: 'documents', role: 'list' },
  [paths.work]: { area: 'work', role: 'list' },
  [paths.approval]: { area: 'work', role: 'list' },
  [paths.flowinfo]: { area: 'work', role: 'detail' },
  [paths.flowinfo16]: { area: 'work', role: 'detail' },
  [paths.flowfinish]: { area: 'work', role: 'detail' },
  [paths.taskagree]: { area: 'work', role: 'detail' },
  [paths.taskrefuse]: { area: 'work', role: 'detail' },
  [paths.myinfo]: { area: 'mine', role: 'list' },
  [paths.about]: { area: 'mine', role: 'detail' },
  [paths.updatepwd]: { area: 'mine', role: 'detail' },
};

/** The pane that shows an address; null for a screen outside of the areas. A view of a list is a detail. */
export function panePlaceOf({ pathname, search }: Address): PanePlace | null {
  const place = areas[pathname] ?? null;
  if (place === null || place.role === 'detail' || viewNameIn(search) === null) return place;
  return { ...place, role: 'detail' };
}

/** The list that stands beside a detail whose list was not visited. */
export const firstListOf: Readonly<Record<Area, Address>> = {
  messages: { pathname: paths.sessionlist, search: '' },
  documents: { pathname: paths.document, search: '' },
  work: { pathname: paths.work, search: '' },
  mine: { pathname: paths.myinfo, search: '' },
};

/** The id of the document that a preview shows over the address; null without one. */
export const previewIn = (search: string): string | null => new URLSearchParams(search).get('preview');

/** Whether two documents are compared over the address; the comparison covers everything. */
export const isComparing = (search: string): boolean => new URLSearchParams(search).has('compare');

/** The query without the preview or the comparison over the address. */
export function withoutPreview(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('preview');
  query.delete('compare');
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}

const flowPaths: ReadonlySet<string> = new Set([
  paths.flowinfo,
  paths.flowinfo16,
  paths.taskagree,
  paths.taskrefuse,
]);

/** Whether the address shows an application or the form of its decision. */
export const isFlowAddress = ({ pathname }: Address): boolean => flowPaths.has(pathname);

/** Whether both addresses show the same application, so that its document can stay open beside it. */
export const isSameFlow = (one: Address, other: Address): boolean =>
  isFlowAddress(one) &&
  isFlowAddress(other) &&
  new URLSearchParams(one.search).get('flowID') === new URLSearchParams(other.search).get('flowID');
