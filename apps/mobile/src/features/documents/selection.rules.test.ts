import { expect, it } from 'vitest';
import {
  extendSelection,
  isAllSelectedIn,
  isSelected,
  selectAll,
  selectedCount,
  startSelection,
  toggleSelection,
  toRecentSelection,
} from './selection.rules.ts';

const filter = { list: 'recent', text: '合同' } as const;

it('selects and deselects single records', () => {
  const one = toggleSelection(null, 'f1');
  const two = toggleSelection(one, 'f2');
  expect(selectedCount(two, 100)).toBe(2);
  expect(isSelected(two, 'f1')).toBe(true);
  const back = toggleSelection(two, 'f1');
  expect(isSelected(back, 'f1')).toBe(false);
  expect(toRecentSelection(back, filter)).toEqual({ fileIDs: ['f2'] });
});

it('selects all matching records without listing them, with exceptions', () => {
  const most = toggleSelection(selectAll, 'f1');
  expect(selectedCount(most, 100_000)).toBe(99_999);
  expect(isSelected(most, 'f1')).toBe(false);
  expect(isSelected(most, 'f2')).toBe(true);
  expect(toRecentSelection(most, filter)).toEqual({ all: filter, except: ['f1'] });
});

it('selects a range, including records that were excluded before', () => {
  expect(selectedCount(extendSelection(startSelection('f1'), ['f1', 'f2', 'f3']), 10)).toBe(3);
  const most = toggleSelection(toggleSelection(selectAll, 'f1'), 'f5');
  expect(toRecentSelection(extendSelection(most, ['f1', 'f2']), filter)).toEqual({
    all: filter,
    except: ['f5'],
  });
});

it('is pinned if all of it is among the pinned documents', () => {
  const pinned = ['f1', 'f2'];
  expect(isAllSelectedIn(startSelection('f1', 'f2'), pinned, 3)).toBe(true);
  expect(isAllSelectedIn(startSelection('f1', 'f3'), pinned, 3)).toBe(false);
  expect(isAllSelectedIn(startSelection(), pinned, 3)).toBe(false);
  expect(isAllSelectedIn(selectAll, pinned, 3)).toBe(false);
  expect(isAllSelectedIn(selectAll, pinned, 2)).toBe(true);
  const most = toggleSelection(selectAll, 'f3');
  expect(isAllSelectedIn(most, pinned, 3)).toBe(true);
  expect(isAllSelectedIn(most, pinned, 4)).toBe(false);
  expect(isAllSelectedIn(toggleSelection(selectAll, 'f1'), ['f1'], 1)).toBe(false);
  expect(isAllSelectedIn(null, pinned, 2)).toBe(false);
});

it('is empty outside of multi-select', () => {
  expect(toRecentSelection(null, filter)).toBeNull();
  expect(selectedCount(null, 10)).toBe(0);
});
