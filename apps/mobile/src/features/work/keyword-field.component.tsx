import { debounce } from '@sealflow/domain/debounce';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SearchField } from '../../ui/search-field.component.tsx';
import { type ApprovalFilter, longestKeyword } from './approval-filter.rules.ts';
import { useStable } from './stable.hook.ts';

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
  const find = useStable((keyword: string) => {
    if (keyword !== filter.keyword) onChange({ ...filter, keyword });
  });
  const findSoon = useMemo(() => debounce(find, pause), [find]);
  useEffect(() => () => findSoon.cancel(), [findSoon]);
  return (
    <SearchField
      label={work.search}
      value={text}
      onChange={(value) => {
        const typed = value.slice(0, longestKeyword);
        setText(typed);
        findSoon(typed.trim());
      }}
      clearLabel={common.clear}
    />
  );
}
