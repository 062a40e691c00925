import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SearchField } from '../../ui/search-field.component.tsx';
import { type ApprovalFilter, longestKeyword } from './approval-filter.rules.ts';

/** Between two letters of a fast typist nothing is asked. */
const pause = 250;

type KeywordFieldProps = {
  readonly filter: ApprovalFilter;
  readonly onChange: (filter: ApprovalFilter) => void;
};

/** Finds by a part of the title, the description or a name, while one types. */
export function KeywordField({ filter, onChange }: KeywordFieldProps) {
  const { work, common } = useTexts();
  const [text, setText] = useState(filter.keyword);
  const latest = useRef({ filter, onChange });
  useEffect(() => {
    latest.current = { filter, onChange };
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const { filter: now, onChange: change } = latest.current;
      if (text.trim() !== now.keyword.trim()) change({ ...now, keyword: text.trim() });
    }, pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label={work.search}
      value={text}
      onChange={(value) => setText(value.slice(0, longestKeyword))}
      clearLabel={common.clear}
    />
  );
}
