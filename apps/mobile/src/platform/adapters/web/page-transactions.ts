import { type PageLifeCycle, pageLifeCycle } from '../page-life-cycle.ts';

type Life = Pick<PageLifeCycle, 'onSuspend' | 'whenActive' | 'isSuspended'>;

const abort = (transaction: IDBTransaction) => {
  try {
    transaction.abort();
  } catch {
    // It has ended, or commits without the page.
  }
};

/**
 * The IndexedDB transactions of a page. WebKit keeps a page in its back/forward cache together with its open
 * transactions, and transactions of later pages wait for them forever. A page that is left therefore aborts its own
 * transactions, and runs their work again when it returns.
 */
export function createPageTransactions(life: Life = pageLifeCycle) {
  const open = new Set<IDBTransaction>();
  let departures = 0;
  life.onSuspend((isLeft) => {
    if (!isLeft) return;
    departures += 1;
    for (const transaction of open) abort(transaction);
  });
  return {
    /** Aborts the transaction if the page is left before it has ended. */
    follow(transaction: IDBTransaction): IDBTransaction {
      const end = () => void open.delete(transaction);
      open.add(transaction);
      transaction.addEventListener('complete', end);
      transaction.addEventListener('abort', end);
      // The page was left between the opening of the connection and this transaction.
      if (life.isSuspended()) abort(transaction);
      return transaction;
    },
    /**
     * Runs `work`, which is one transaction, while the page is active. Work that failed because the page was left
     * runs again.
     */
    async run<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        await life.whenActive();
        const before = departures;
        try {
          return await work();
        } catch (error) {
          if (departures === before) throw error;
        }
      }
    },
  };
}

export type PageTransactions = ReturnType<typeof createPageTransactions>;

/** The transactions of this page. */
export const pageTransactions = createPageTransactions();
