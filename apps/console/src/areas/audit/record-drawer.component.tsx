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

/** All fields of a record, with links to the objects of the areas that the person may open. */
export function RecordDrawer({ scope, record, title, actor, onClose }: RecordDrawerProps) {
  const { audit: texts } = useTexts();
  const format = useFormat();
  const area = areaOfSubject[record.act] ?? areaOfSubject[record.act.split('.')[0] ?? ''];
  const isOperator = useIsOperator().data === true;
  const areas: readonly string[] = useAreasOf(useRights(scope).data ?? []);
  const link = (path: string | undefined, id: string) =>
    scope === null || path === undefined || !(isOperator || areas.includes(path)) ? (
      id
    ) : (
      <Link to={`/t/${scope}/${path}?open=${encodeURIComponent(id)}`}>{id}</Link>
    );
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
    [texts.accountID, record.aid],
    [texts.operatorID, record.operatorID],
    [texts.deviceID, record.deviceID],
    [texts.documentID, record.documentID === null ? null : link('documents', record.documentID)],
    [texts.objectID, record.subject === null ? null : link(area, record.subject)],
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
