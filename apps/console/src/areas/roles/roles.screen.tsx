import { rights as knownRights } from '@sealflow/domain/roles';
import { Link, useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { useOpenDetails } from '../../kit/list-state.hook.ts';
import { Page, Tag } from '../../kit/page.component.tsx';
import { scrollEdges, watchScrollEdges } from '../../kit/scroll-edges.util.ts';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { type Role, useRoles } from '../../platform/directory.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { RoleDrawer } from './role-drawer.component.tsx';
import { NewRole } from './role-form.component.tsx';
import styles from './roles.module.css';

/** The roles of an organisation as a matrix with the rights. */
export default function RolesScreen() {
  const { roles: texts, shell } = useTexts();
  const tid = useTenantID();
  const roles = useRoles(tid);
  const details = useOpenDetails();
  const [params, setParams] = useSearchParams();
  return (
    <Page
      title={shell.areas.roles}
      lead={texts.lead}
      actions={
        <Button kind="primary" onPress={() => setParams({ new: '1' })}>
          {texts.add}
        </Button>
      }
    >
      {roles.isError ? (
        <StatePane kind="error" error={roles.error} onRetry={() => void roles.refetch()} />
      ) : roles.data === undefined ? (
        <StatePane kind="loading" />
      ) : (
        <Matrix tid={tid} roles={roles.data} onOpen={details.open} />
      )}
      {details.id === null ? null : (
        <RoleDrawer key={details.id} tid={tid} roleID={details.id} onClose={details.close} />
      )}
      {params.get('new') === null ? null : <NewRole tid={tid} onClose={() => setParams({})} />}
    </Page>
  );
}

type MatrixProps = {
  readonly tid: string;
  readonly roles: readonly Role[];
  readonly onOpen: (roleID: string) => void;
};

function Matrix({ tid, roles, onOpen }: MatrixProps) {
  const { roles: texts, rights } = useTexts();
  const columns = Object.values(knownRights);
  return (
    <section ref={watchScrollEdges} className={`${styles.frame} ${scrollEdges}`} aria-label={texts.matrix}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{texts.role}</th>
            <th scope="col">{texts.kind}</th>
            {columns.map((right) => (
              <th key={right} scope="col">
                {rights.names[right] ?? right}
              </th>
            ))}
            <th scope="col">{texts.members}</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.roleID}>
              <th scope="row">
                <button type="button" className={styles.name} onClick={() => onOpen(role.roleID)}>
                  {role.name}
                </button>
              </th>
              <td>
                <Tag>{role.builtIn ? texts.builtIn : texts.custom}</Tag>
              </td>
              {columns.map((right) => (
                <td key={right}>
                  {role.rights.includes(right) ? (
                    <Tag tone="good">{texts.has}</Tag>
                  ) : (
                    <span className={styles.without}>{texts.hasNot}</span>
                  )}
                </td>
              ))}
              <td>
                <Link className={styles.link} to={`/t/${tid}/people?role=${encodeURIComponent(role.roleID)}`}>
                  {texts.memberCount(role.members)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
