import { Chips } from '@sealflow/ui/inputs/chips.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import { debounce } from '../../platform/timing.util.ts';
import { usePreviewLayer } from '../../shell/navigation/preview-layer.hook.ts';
import { useQueryParams } from '../../shell/navigation/query-params.hook.ts';
import { useScrollRestoration } from '../../shell/navigation/scroll-restoration.hook.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { PersonSheet } from './person-sheet.component.tsx';
import { RecentSearches } from './recent-searches.component.tsx';
import { AllResults, type Groups, ResultGroups } from './result-groups.component.tsx';
import { useResultKeys } from './result-keys.hook.ts';
import styles from './search.module.css';
import { useRecentSearches, useTopResults } from './search.queries.ts';
import { parseSearch, resultAddress, searchQuery, toKeyword } from './search.rules.ts';
import { type PersonResult, type Result, type ResultType, resultTypes } from './search.types.ts';

/** Debounce delay, so that not every letter causes a request. */
const searchDebounceMs = 250;

/** `?view=find` over the lists of the tabs: searches messages, work, documents and people. */
export default function SearchScreen() {
  const { search, shell } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { text, setText, keyword, type, showType } = useSearchAddress();
  const searches = useRecentSearches();
  const groups = useGroups(keyword, type === null);
  const { person, closePerson, open } = useOpenResult(keyword, () => searches.add(keyword));
  useResultKeys(body);
  useScrollRestoration(scroller, `find:${type ?? ''}:${keyword}`);
  const all = resultTypes.map((one) => groups[one]);
  const isSettled = all.every(({ isPending }) => !isPending);
  const total = all.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  const isStored = type === null && all.some(({ data }) => data?.isStored === true);
  return (
    <Screen title={shell.views.find} scrollRef={scroller}>
      <div ref={body}>
        <div className={styles.bar}>
          <div
            onSubmit={() => {
              if (toKeyword(text) !== '') searches.add(toKeyword(text));
            }}
          >
            <SearchField
              label={search.field}
              clearLabel={search.clear}
              value={text}
              onChange={setText}
              shouldFocusOnMount={keyword === ''}
            />
          </div>
          {keyword === '' ? null : (
            <div className={styles.types}>
              <Chips
                label={search.typesLabel}
                options={[
                  { id: 'all', label: search.allTypes },
                  ...resultTypes.map((one) => ({ id: one, label: search.types[one] })),
                ]}
                selected={[type ?? 'all']}
                onToggle={(id) => showType(id === 'all' ? null : id, true)}
              />
            </div>
          )}
        </div>
        <output className="visually-hidden">
          {keyword !== '' && type === null && isSettled ? search.found(total) : ''}
        </output>
        {isStored ? <p className={styles.note}>{search.stored}</p> : null}
        {keyword === '' ? <RecentSearches searches={searches} onChoose={setText} /> : null}
        {keyword !== '' && type === null ? (
          <ResultGroups
            groups={groups}
            keyword={keyword}
            onOpen={open}
            onShowAll={(one) => showType(one, false)}
          />
        ) : null}
        {keyword !== '' && type !== null ? (
          <AllResults key={type} type={type} keyword={keyword} onOpen={open} />
        ) : null}
      </div>
      <PersonSheet person={person} onFindMentions={setText} onDismiss={closePerson} />
    </Screen>
  );
}

/** The text and the type are in the address, so that coming back shows the same results. */
function useSearchAddress() {
  const query = useQueryParams();
  const navigate = useNavigate();
  const { keyword, type } = parseSearch(query);
  const [text, setText] = useState(keyword);
  useEffect(() => {
    const next = toKeyword(text);
    if (next === keyword) return undefined;
    const update = debounce(
      () => navigate({ search: searchQuery(query, { keyword: next, type }) }, { replace: true }),
      // Clearing the text takes effect immediately.
      next === '' ? 0 : searchDebounceMs,
    );
    update();
    return () => update.cancel();
  }, [text, keyword, type, query, navigate]);
  const showType = (next: ResultType | null, replace: boolean) =>
    navigate({ search: searchQuery(query, { keyword, type: next }) }, { replace });
  return { text, setText, keyword, type, showType };
}

function useGroups(keyword: string, isWanted: boolean): Groups {
  const messages = useTopResults('messages', keyword, isWanted);
  const work = useTopResults('work', keyword, isWanted);
  const documents = useTopResults('documents', keyword, isWanted);
  const people = useTopResults('people', keyword, isWanted);
  return { messages, work, documents, people };
}

/** Opens a result: a screen, a document over the search, or what one can do with a person. */
function useOpenResult(keyword: string, onOpened: () => void) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const { openRecord } = usePreviewLayer();
  const [person, setPerson] = useState<PersonResult | null>(null);
  const open = (result: Result) => {
    onOpened();
    if (result.type === 'people') return setPerson(result);
    if (result.type === 'documents')
      return openRecord(result.record.fileID, result.isInText ? keyword : undefined);
    const address = resultAddress(result, { keyword, serviceVersion: tenant?.tserviceVersion ?? '' });
    if (address !== null) navigate(address);
  };
  return { person, closePerson: () => setPerson(null), open };
}
