import { debounce } from '@sealflow/domain/debounce';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SearchField } from '../../ui/search-field.component.tsx';
import { type ApprovalFilter, longestKeyword } from './approval-filter.rules.ts';
import { useStable } from './stable.hook.ts';

/** Debounce delay, so that not every letter causes a request. */
const pause = 250;

type KeywordFieldProps = {
  readonly filter: ApprovalFilter;
  readonly onChange: (filter: ApprovalFilter) => void;
};

/** Searches titles, descriptions and names while the user types. */
export function KeywordField({ filter, onChange }: KeywordFieldProps) {
  const { work, common } = useTexts();
  const [text, setText] = useState(filter.keyword);
  const [seen, setSeen] = useState(filter.keyword);
  const [onTheirWay, setOnTheirWay] = useState<readonly string[]>([]);
  if (seen !== filter.keyword) {
    setSeen(filter.keyword);
    const typed = onTheirWay.lastIndexOf(filter.keyword);
    setOnTheirWay(onTheirWay.slice(typed + 1));
    // The keyword changed elsewhere, for example by back, so the field follows it.
    if (typed === -1) setText(filter.keyword);
  }
  const find = useStable(() => {
    const keyword = text.trim();
    if (keyword === filter.keyword) return;
    setOnTheirWay([...onTheirWay, keyword]);
    onChange({ ...filter, keyword });
  });
  const findSoon = useMemo(() => debounce(find, pause), [find]);
  useEffect(() => () => findSoon.cancel(), [findSoon]);
  return (
    <SearchField
      label={work.search}
      value={text}
      onChange={(value) => {
        setText(value.slice(0, longestKeyword));
        findSoon();
      }}
      clearLabel={common.clear}
    />
  );
}
