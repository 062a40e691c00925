import { expect, it } from 'vitest';
import { isSameFlow, panePlaceOf, withoutPreview } from './panes.rules.ts';

const at = (pathname: string, search = '') => ({ pathname, search });

it('puts lists on the left, and details and views on the right', () => {
  expect(panePlaceOf(at('/sessionlist'))).toEqual({ area: 'messages', role: 'list' });
  expect(panePlaceOf(at('/messagelist', '?sessionID=s1'))).toEqual({ area: 'messages', role: 'detail' });
  expect(panePlaceOf(at('/work'))).toEqual({ area: 'work', role: 'list' });
  expect(panePlaceOf(at('/work', '?view=apply'))).toEqual({ area: 'work', role: 'detail' });
  expect(panePlaceOf(at('/myinfo', '?view=devices'))).toEqual({ area: 'mine', role: 'detail' });
  expect(panePlaceOf(at('/document', '?preview=x'))).toEqual({ area: 'documents', role: 'list' });
  expect(panePlaceOf(at('/licence'))).toBeNull();
});

it('keeps a document open only beside forms of the same application', () => {
  const flow = at('/flowinfo', '?flowID=f1&preview=x');
  expect(isSameFlow(flow, at('/taskagree', '?flowID=f1&taskID=k1'))).toBe(true);
  expect(isSameFlow(flow, at('/taskagree', '?flowID=f2'))).toBe(false);
  expect(isSameFlow(flow, at('/flowfinish', '?flowID=f1'))).toBe(false);
});

it('removes the document from an address', () => {
  expect(withoutPreview('?list=download&preview=x')).toBe('?list=download');
  expect(withoutPreview('?preview=x')).toBe('');
  expect(withoutPreview('')).toBe('');
});
