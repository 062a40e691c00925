import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import { type ListState, pageSizes } from './list-state.hook.ts';
import styles from './pagination.module.css';

/** The range that is shown, its neighbours, and how many rows a page has. */
export function Pagination({ total, state }: { readonly total: number; readonly state: ListState }) {
  const texts = useTexts().common;
  const { page, pageSize } = state;
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  return (
    <nav className={styles.pagination} aria-label={texts.range(from, to, total)}>
      <label className={styles.size}>
        {texts.rowsPerPage}
        <select
          className={styles.select}
          value={pageSize}
          onChange={(event) => state.setPageSize(Number(event.target.value))}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <output className={styles.range}>{texts.range(from, to, total)}</output>
      <Button isDisabled={page === 1} onPress={() => state.setPage(page - 1)}>
        {texts.previousPage}
      </Button>
      <Button isDisabled={to >= total} onPress={() => state.setPage(page + 1)}>
        {texts.nextPage}
      </Button>
    </nav>
  );
}
