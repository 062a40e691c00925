import { type PageLifecycle, pageLifecycle } from '../../locks/page-lifecycle.util.ts';

type Lifecycle = Pick<PageLifecycle, 'onSuspend' | 'whenActive' | 'isSuspended'>;

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
export function createPageTransactions(lifecycle: Lifecycle = pageLifecycle) {
  const open = new Set<IDBTransaction>();
  let leaveCount = 0;
  lifecycle.onSuspend((isLeft) => {
    if (!isLeft) return;
    leaveCount += 1;
    for (const transaction of open) abort(transaction);
  });
  return {
    /** Aborts the transaction if the page is left before it has ended. */
    track(transaction: IDBTransaction): IDBTransaction {
      const end = () => void open.delete(transaction);
      open.add(transaction);
      transaction.addEventListener('complete', end);
      transaction.addEventListener('abort', end);
      // The page was left between the opening of the connection and this transaction.
      if (lifecycle.isSuspended()) abort(transaction);
      return transaction;
    },
    /**
     * Runs `work`, which is one transaction, while the page is active. Work that failed because the page was left
     * runs again.
     */
    async run<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        await lifecycle.whenActive();
        const before = leaveCount;
        try {
          return await work();
        } catch (error) {
          if (leaveCount === before) throw error;
        }
      }
    },
  };
}

export type PageTransactions = ReturnType<typeof createPageTransactions>;

/** The transactions of this page. */
export const pageTransactions = createPageTransactions();
