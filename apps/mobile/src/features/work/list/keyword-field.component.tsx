import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { debounce } from '../../../platform/timing.util.ts';
import { useStableCallback } from '../../../shell/lists/stable-callback.hook.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { type ApprovalFilter, maxKeywordLength } from './approval-filter.rules.ts';

/** Debounce delay, so that not every letter causes a request. */
const searchDebounceMs = 250;

type KeywordFieldProps = {
  readonly filter: ApprovalFilter;
  readonly onChange: (filter: ApprovalFilter) => void;
};

/** Searches titles, descriptions and names while the user types. */
export function KeywordField({ filter, onChange }: KeywordFieldProps) {
  const { work, common } = useTexts();
  const [text, setText] = useState(filter.keyword);
  const [lastKeyword, setLastKeyword] = useState(filter.keyword);
  const [pendingKeywords, setPendingKeywords] = useState<readonly string[]>([]);
  if (lastKeyword !== filter.keyword) {
    setLastKeyword(filter.keyword);
    const pendingIndex = pendingKeywords.lastIndexOf(filter.keyword);
    setPendingKeywords(pendingKeywords.slice(pendingIndex + 1));
    // The keyword changed elsewhere, for example by back, so the field follows it.
    if (pendingIndex === -1) setText(filter.keyword);
  }
  const search = useStableCallback(() => {
    const keyword = text.trim();
    if (keyword === filter.keyword) return;
    setPendingKeywords([...pendingKeywords, keyword]);
    onChange({ ...filter, keyword });
  });
  const searchDebounced = useMemo(() => debounce(search, searchDebounceMs), [search]);
  useEffect(() => () => searchDebounced.cancel(), [searchDebounced]);
  return (
    <SearchField
      label={work.search}
      value={text}
      onChange={(value) => {
        setText(value.slice(0, maxKeywordLength));
        searchDebounced();
      }}
      clearLabel={common.clear}
      shouldFocusOnMount={filter.keyword === ''}
      shortcut={useShortcutProps('search', work.search)}
    />
  );
}
