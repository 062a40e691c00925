import { useTexts } from '../../i18n/index.ts';
import { Tag } from '../../kit/page.component.tsx';
import type { Account } from './accounts.queries.ts';

/** Whether password sign-in is rejected because of too many wrong passwords. */
export const isLocked = ({ lockedUntil }: Pick<Account, 'lockedUntil'>): boolean =>
  lockedUntil !== null && lockedUntil > Date.now();

/** The state of an account, with its lock. */
export function AccountState({ account }: { readonly account: Pick<Account, 'state' | 'lockedUntil'> }) {
  const texts = useTexts().accounts;
  return (
    <>
      <Tag tone={account.state === 'active' ? 'good' : 'bad'}>{texts.states[account.state]}</Tag>{' '}
      {isLocked(account) ? <Tag tone="warning">{texts.locked}</Tag> : null}
    </>
  );
}
