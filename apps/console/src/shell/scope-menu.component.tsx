import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate, useParams } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import menuStyles from '../kit/menu.module.css';
import { useSession } from '../platform/session/session.store.ts';

const operatorKey = 'operator';

/** The organisation of the page, and a menu to switch to another one or to the deployment. */
export function ScopeMenu({ isOperator }: { readonly isOperator: boolean }) {
  const texts = useTexts().shell;
  const { tenants } = useSession();
  const { tid } = useParams();
  const navigate = useNavigate();
  const current = tenants.find(({ id }) => id === tid)?.name ?? tid ?? texts.operatorScope;
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
