import { classNames } from '@sealflow/ui/class-names.util.ts';
import { BackIcon, ChevronDownIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import input from '@sealflow/ui/inputs/search-input.module.css';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { type KeyboardEvent, useLayoutEffect } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ChevronUpIcon } from '../icons.component.tsx';
import type { SearchState } from './search.hook.ts';
import styles from './search-bar.module.css';

/** Replaces the top bar while a document is searched. */
export function SearchBar({ search }: { readonly search: SearchState }) {
  const { preview } = useTexts();
  const { field, words, found } = search;
  // Before the next paint, so that the field receives the keys that follow the shortcut.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
  const hasNoMatches = found === null || found.count === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search.step(event.shiftKey ? 'previous' : 'next');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chromium before 118 and Safari before 17 do not know <search>.
    <div role="search" className={styles.bar}>
      <IconButton label={preview.searchClose} onClick={search.close}>
        <BackIcon />
      </IconButton>
      <div className={styles.box}>
        <input
          ref={field}
          type="search"
          className={classNames(input.input, styles.input)}
          aria-label={preview.searchField}
          placeholder={preview.searchField}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={words}
          onChange={(event) => search.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <output className={styles.count}>{found === null ? null : <Count {...found} />}</output>
      </div>
      <IconButton
        label={preview.searchPrevious}
        disabled={hasNoMatches}
        onClick={() => search.step('previous')}
      >
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={preview.searchNext} disabled={hasNoMatches} onClick={() => search.step('next')}>
        <ChevronDownIcon />
      </IconButton>
      {found !== null && found.searched < 1 ? (
        <div className={styles.progress}>
          <Progress label={preview.searching} value={found.searched} max={1} />
        </div>
      ) : null}
    </div>
  );
}

function Count({ count, current, searched }: NonNullable<SearchState['found']>) {
  const { preview } = useTexts();
  if (count === 0) return searched < 1 ? preview.searching : preview.searchNone;
  return (
    <>
      <span aria-hidden="true">{preview.matchShort(current, count)}</span>
      <span className="visually-hidden">{preview.matchOf(current, count)}</span>
    </>
  );
}
