import { describe, expect, it } from 'vitest';
import {
  maxPreviewTabs,
  noPreviewTabs,
  type PreviewTabs,
  tabAfterClosing,
  withoutTab,
  withShownTab,
} from './preview-tabs.rules.ts';

const tab = (fileID: string, name = fileID) => ({ fileID, name, flowFile: null });
const opened = (...ids: readonly string[]): PreviewTabs =>
  ids.reduce((tabs, id) => withShownTab(tabs, tab(id)), noPreviewTabs);
const idsOf = ({ tabs }: PreviewTabs) => tabs.map(({ fileID }) => fileID).join('');

describe('tabs of documents', () => {
  it('stand in the order of opening, each document once, under its latest name', () => {
    const tabs = withShownTab(opened('a', 'b', 'c'), tab('a', '合同.pdf'));
    expect(idsOf(tabs)).toBe('abc');
    expect(tabs.tabs[0]?.name).toBe('合同.pdf');
  });

  it('are at most eight: the one that was not shown for the longest time gives way', () => {
    const eight = opened('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    expect(eight.tabs).toHaveLength(maxPreviewTabs);
    expect(idsOf(withShownTab(eight, tab('i')))).toBe('bcdefghi');
    expect(idsOf(withShownTab(withShownTab(eight, tab('a')), tab('i')))).toBe('acdefghi');
  });

  it('give the place of a closed one to the next, at the end to the one before', () => {
    const tabs = opened('a', 'b', 'c');
    expect(tabAfterClosing(tabs, 'b')?.fileID).toBe('c');
    expect(tabAfterClosing(tabs, 'c')?.fileID).toBe('b');
    expect(tabAfterClosing(opened('a'), 'a')).toBeNull();
    expect(withoutTab(tabs, 'b').shown).toEqual(['a', 'c']);
  });
});
