import { expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { parseSearch, resultAddress, searchQuery, toKeyword } from './search.rules.ts';
import type { MessageResult, WorkResult } from './search.types.ts';

const options = { keyword: '合同', serviceVersion: 'eds-pro_16.2' };
const session = { sessionID: 's1', kind: 'work', title: '审批', tid: null } as const;
const hit = { msgID: 'm1', title: '', text: '合同', createAt: 5 };
const flow = { id: 'f1', state: 'approving' } as WorkResult['flow'];

it('keeps the text and the type in the address', () => {
  const address = new URLSearchParams('view=find&q=a&type=work');
  expect(parseSearch(address)).toEqual({ keyword: 'a', type: 'work' });
  expect(searchQuery(address, { keyword: '合同', type: null })).toBe(
    `?view=find&q=${encodeURIComponent('合同')}`,
  );
  expect(searchQuery(address, { keyword: '', type: 'people' })).toBe('?view=find&type=people');
});

it('ignores an unknown type and white space, and limits the text as the service does', () => {
  expect(parseSearch(new URLSearchParams('q=+a+&type=other'))).toEqual({ keyword: 'a', type: null });
  expect(toKeyword('字'.repeat(200))).toHaveLength(100);
});

it('opens the only message, the list of several, or the conversation whose title has the text', () => {
  const found = (part: Partial<MessageResult>): MessageResult => ({
    type: 'messages',
    session,
    hit,
    hits: 1,
    ...part,
  });
  expect(resultAddress(found({}), options)).toBe('/messagelist?sessionID=s1&at=5&msgID=m1');
  expect(resultAddress(found({ hits: 3 }), options)).toContain('/messagelist?view=search&sessionID=s1&q=');
  expect(resultAddress(found({ hit: null, hits: 0 }), options)).toBe('/messagelist?sessionID=s1');
});

it('opens a task, an application of either dialect, and the form of a draft', () => {
  const task = { id: 'k1', state: 'awaiting', createAt: 1 } as const;
  expect(resultAddress({ type: 'work', task, flow }, options)).toBe('/flowinfo16?flowID=f1&taskID=k1');
  const own = { type: 'work', task: null, flow } as const;
  expect(resultAddress(own, { ...options, serviceVersion: 'eds-pro_15.4' })).toBe('/flowinfo?flowID=f1');
  const draft = { ...own, flow: { ...flow, state: 'new' as const } };
  expect(resultAddress(draft, options)).toBe('/work?view=apply&flow=f1');
});

it('has no address for what opens as a layer over the search', () => {
  const record = { ...createRecord({ fileID: 'x' }), accountID: 'a1', flag: 0 };
  expect(resultAddress({ type: 'documents', record: record as never, isInText: false }, options)).toBeNull();
  expect(resultAddress({ type: 'people', fid: 'u1', name: '李', department: null }, options)).toBeNull();
});
