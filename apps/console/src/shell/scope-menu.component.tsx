import { useQuery } from '@tanstack/react-query';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate, useParams } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import menuStyles from '../kit/menu.module.css';
import { useApi } from '../platform/api.hook.ts';
import { useSession } from '../platform/session/session.store.ts';

/** The name of a tenant that an operator opens without being a member. */
function useOtherTenantName(tid: string | undefined): string | undefined {
  const api = useApi();
  const tenant = useQuery({
    queryKey: ['tenants', 'name', tid],
    enabled: tid !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/admin/tenants/{tid}', { params: { tid: tid ?? '' }, signal }),
  });
  return tenant.data?.data.name;
}

const operatorKey = 'operator';

/** The organisation of the page, and a menu to switch to another one or to the deployment. */
export function ScopeMenu({ isOperator }: { readonly isOperator: boolean }) {
  const texts = useTexts().shell;
  const { tenants } = useSession();
  const { tid } = useParams();
  const navigate = useNavigate();
  const own = tenants.find(({ id }) => id === tid)?.name;
  const other = useOtherTenantName(isOperator && own === undefined ? tid : undefined);
  const current = own ?? other ?? tid ?? texts.operatorScope;
  return (
    <MenuTrigger>
      <Button className={menuStyles.trigger ?? ''} aria-label={`${texts.switchOrganisation}: ${current}`}>
        {current} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={menuStyles.popover ?? ''}>
        <Menu
          className={menuStyles.menu ?? ''}
          aria-label={texts.organisation}
          selectionMode="single"
          selectedKeys={[tid ?? operatorKey]}
          onAction={(key) => void navigate(key === operatorKey ? '/operator' : `/t/${String(key)}`)}
        >
          {tenants.map(({ id, name }) => (
            <MenuItem key={id} id={id} className={menuStyles.item ?? ''}>
              {name}
            </MenuItem>
          ))}
          {isOperator ? (
            <MenuItem id={operatorKey} className={menuStyles.item ?? ''}>
              {texts.operatorScope}
            </MenuItem>
          ) : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
