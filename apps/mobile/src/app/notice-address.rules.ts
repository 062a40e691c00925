import { type FlowAddress, parseFlowAddress } from '../features/work/flow-address.rules.ts';
import { paths } from '../shell/navigation/paths.rules.ts';

/** What a pressed notification leads to: a task, and the decision that the person chose; null for its details. */
export type NoticeTarget = {
  readonly tid: string;
  readonly action: 'approve' | 'reject' | null;
  readonly address: FlowAddress;
};

type Address = { readonly pathname: string; readonly search: string };

const actionByPath: Readonly<Partial<Record<string, NoticeTarget['action']>>> = {
  [paths.taskagree]: 'approve',
  [paths.taskrefuse]: 'reject',
  [paths.flowinfo]: null,
};

/** Parses the address that a pressed notification opens (`pathOfNote`); null for any other address. */
export function parseNoticeAddress({ pathname, search }: Address): NoticeTarget | null {
  const query = new URLSearchParams(search);
  const action = actionByPath[pathname];
  const tid = query.get('tid') ?? '';
  const address = parseFlowAddress(query);
  if (query.get('from') !== 'notice' || action === undefined || address === null || tid === '') return null;
  return { tid, action, address };
}
