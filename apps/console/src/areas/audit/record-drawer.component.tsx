import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Tag } from '../../kit/page.component.tsx';
import { useIsOperator, useRights } from '../../platform/access.queries.ts';
import { useAreasOf } from '../../platform/area-rights.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import styles from './audit.module.css';
import type { AuditRecord, AuditScope } from './audit.queries.ts';

type RecordDrawerProps = {
  readonly scope: AuditScope;
  readonly record: AuditRecord;
  readonly title: string;
  readonly actor: string;
  /** The name of an operator or an account; the id itself of anything else. */
  readonly nameOfID: (id: string) => string;
  readonly onClose: () => void;
};

/** The area whose objects an act, or the acts of an audit area, name as `subject`. */
const areaOfSubject: Readonly<Record<string, string>> = {
  classification: 'classifications',
  member: 'people',
  clearance: 'people',
  grant: 'people',
  role: 'roles',
  organisation: 'departments',
  message: 'messages',
  'task.reassigned_from': 'people',
  'task.reassigned_to': 'people',
};

/** The same for the areas of operators. */
const operatorAreaOfSubject: Readonly<Record<string, string>> = {
  account: 'accounts',
  tenant: 'tenants',
  release: 'releases',
};

/** All fields of a record, with links to the objects of the areas that the person may open. */
export function RecordDrawer({ scope, record, title, actor, nameOfID, onClose }: RecordDrawerProps) {
  const { audit: texts } = useTexts();
  const format = useFormat();
  const kind = record.act.split('.')[0] ?? '';
  const area = areaOfSubject[record.act] ?? areaOfSubject[kind];
  const isOperator = useIsOperator().data === true;
  const areas: readonly string[] = useAreasOf(useRights(scope).data ?? []);
  const named = (id: string) => (nameOfID(id) === id ? id : `${nameOfID(id)} (${id})`);
  const linkTo = (base: string, path: string | undefined, id: string) =>
    path === undefined ? (
      named(id)
    ) : (
      <Link to={`${base}/${path}?open=${encodeURIComponent(id)}`}>{named(id)}</Link>
    );
  const operatorLink = (path: string | undefined, id: string) =>
    linkTo('/operator', isOperator ? path : undefined, id);
  const link = (path: string | undefined, id: string) =>
    linkTo(`/t/${scope}`, path !== undefined && (isOperator || areas.includes(path)) ? path : undefined, id);
  const subjectLink = (id: string) =>
    scope === null || area === undefined ? operatorLink(operatorAreaOfSubject[kind], id) : link(area, id);
  const known: (readonly [string, ReactNode])[] = [
    [texts.at, format.exactTime(record.at)],
    [
      texts.decision,
      <Tag key="decision" tone={record.decision === 'granted' ? 'good' : 'bad'}>
        {texts.decisions[record.decision]}
      </Tag>,
    ],
    [texts.reason, record.reason],
    [texts.actor, actor],
    [texts.memberID, record.fid === null ? null : link('people', record.fid)],
    [texts.accountID, record.aid === null ? null : operatorLink('accounts', record.aid)],
    [texts.operatorID, record.operatorID === null ? null : named(record.operatorID)],
    [texts.deviceID, record.deviceID],
    [texts.documentID, record.documentID === null ? null : link('documents', record.documentID)],
    [texts.objectID, record.subject === null ? null : subjectLink(record.subject)],
    [texts.kid, record.kid],
    [texts.sha256, record.sha256],
    [texts.count, record.count === 1 ? null : String(record.count)],
    [texts.actName, record.act],
    [texts.sequence, String(record.sequence)],
    [
      texts.hash,
      <span key="hash" className={styles.hash}>
        {record.hash}
      </span>,
    ],
  ];
  return (
    <Drawer title={title} onClose={onClose}>
      <Facts facts={known.filter(([, value]) => value !== null)} />
    </Drawer>
  );
}
