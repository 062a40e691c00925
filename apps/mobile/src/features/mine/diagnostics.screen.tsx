import { isPc } from '@sealflow/domain/user-agent';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import { appVersion } from '../../platform/updates/app-version.util.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { useOnline } from '../../shell/online.hook.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { useConfigParams, useDeviceId, usePing, useStorageState } from './diagnostics.queries.ts';
import styles from './mine.module.css';
import { PositionRows } from './position-rows.component.tsx';

type Fact = { readonly name: string; readonly value: string };
type Group = { readonly title: string; readonly facts: readonly Fact[] };

/** Technical facts for troubleshooting, to read or to send to an administrator. */
export default function DiagnosticsScreen() {
  const { diagnostics: texts, shell } = useTexts();
  const { groups, refresh } = useFacts();
  const copy = async () => {
    const text = groups
      .flatMap(({ facts }) => facts)
      .map(({ name, value }) => `${name}: ${value}`)
      .join('\n');
    try {
      await navigator.clipboard.writeText(text);
      showSnackbar({ color: 'success', text: texts.copied });
    } catch {
      showSnackbar({ color: 'error', text: texts.copyFailed });
    }
  };
  return (
    <Screen title={shell.views.diagnostics} onRefresh={refresh}>
      <p className={styles.lead}>{texts.lead}</p>
      {groups.map(({ title, facts }) => (
        <section key={title}>
          <h2 className={styles.group}>{title}</h2>
          <List>
            {facts.map(({ name, value }) => (
              <FactRow key={name} name={name} value={value} />
            ))}
          </List>
        </section>
      ))}
      <section>
        <h2 className={styles.group}>{texts.position}</h2>
        <PositionRows />
      </section>
      <div className={styles.action}>
        <Button wide onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </div>
    </Screen>
  );
}

/** A long value is shown below its name. */
function FactRow({ name, value }: Fact) {
  const text = <span className={styles.value}>{value}</span>;
  return value.length > 24 ? (
    <ListRow title={name} detail={text} />
  ) : (
    <ListRow title={name} trailing={text} />
  );
}

function useFacts(): { readonly groups: readonly Group[]; readonly refresh: () => Promise<unknown> } {
  const { diagnostics: texts, common } = useTexts();
  const errorOf = useErrorText();
  const online = useOnline();
  const tenant = useTenant();
  const ping = usePing();
  const params = useConfigParams();
  const device = useDeviceId();
  const storage = useStorageState();
  const { userAgent } = navigator;
  const queryText = <T,>(query: { data: T | undefined; error: unknown }, format: (data: T) => string) => {
    if (query.error !== null) return errorOf(query.error);
    return query.data === undefined ? common.loading : format(query.data);
  };
  const values = params.data ?? [];
  const groups = [
    {
      title: texts.network,
      facts: [
        { name: texts.network, value: online ? texts.online : texts.offline },
        { name: texts.service, value: queryText(ping, texts.reachable) },
      ],
    },
    {
      title: texts.versions,
      facts: [
        { name: texts.appVersion, value: appVersion },
        ...(tenant === null ? [] : [{ name: texts.serviceVersion, value: tenant.tserviceVersion }]),
      ],
    },
    {
      title: texts.device,
      facts: [
        { name: texts.deviceKind, value: isPc(userAgent) ? texts.pc : texts.mobile },
        { name: texts.deviceID, value: device.data ?? '—' },
        { name: texts.userAgent, value: userAgent },
        { name: texts.storage, value: queryText(storage, ({ kind }) => texts.storageKinds[kind]) },
      ],
    },
    {
      title: texts.params,
      facts: Object.entries(texts.paramNames).map(([name, label]) => ({
        name: label,
        value: queryText(params, () => {
          const value = values.find((one) => one.name === name)?.value ?? '';
          return value === '' || value === '0' ? texts.noLimit : value;
        }),
      })),
    },
  ];
  return { groups, refresh: () => Promise.all([ping.refetch(), params.refetch()]) };
}
