import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useState } from 'react';
import { momentTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../mine.module.css';
import { CodeForm } from './code-form.component.tsx';
import { Enrolment } from './enrolment.component.tsx';
import { RecoveryCodes } from './recovery-codes.component.tsx';
import { useRemoveTotp, useReplaceRecoveryCodes, useSecondFactor } from './security.queries.ts';

/** The authenticator app of the account: enrolment, recovery codes, removal. */
export default function SecurityScreen() {
  const { shell } = useTexts();
  const factor = useSecondFactor();
  return (
    <Screen title={shell.views.security} onRefresh={() => factor.refetch()}>
      <ListState
        pending={factor.isPending}
        error={factor.error}
        retrying={factor.isFetching}
        onRetry={() => void factor.refetch()}
        count={1}
        empty={null}
      >
        {factor.data === undefined ? null : <Authenticator {...factor.data} />}
      </ListState>
    </Screen>
  );
}

type AuthenticatorProps = { readonly totpAt: number | null; readonly recoveryCodes: number };

function Authenticator({ totpAt, recoveryCodes }: AuthenticatorProps) {
  const { common, security } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const [act, setAct] = useState<'enrol' | 'replace' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const replace = useReplaceRecoveryCodes();
  const remove = useRemoveTotp();
  const end = () => {
    setAct(null);
    setCodes([]);
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={end} />;
  if (act === 'enrol') return <Enrolment onCodes={setCodes} onCancel={end} />;
  if (act === 'replace') {
    return (
      <CodeForm
        lead={security.replaceLead}
        label={security.code}
        submitLabel={security.replace}
        onSubmit={async ({ totp }) => setCodes(await replace.mutateAsync(totp))}
        onCancel={end}
      />
    );
  }
  if (act === 'remove') {
    return (
      <CodeForm
        lead={security.removeLead}
        label={security.codeOrRecovery}
        submitLabel={security.remove}
        withPassword
        onSubmit={async ({ password, totp }) => {
          const digits = totp.replaceAll(' ', '');
          const code = /^\d{6}$/.test(digits) ? { totp: digits } : { recoveryCode: totp.trim() };
          await remove.mutateAsync({ password, ...code });
          showSnackbar({ color: 'success', text: security.removed });
          end();
        }}
        onCancel={end}
      />
    );
  }
  const enrolledAt =
    totpAt === null
      ? security.off
      : security.enrolledAt(momentTime(totpAt, { now: clock.now(), language, yesterday: common.yesterday }));
  return (
    <>
      <p className={styles.lead}>{security.lead}</p>
      <List aria-label={security.authenticator}>
        <ListRow title={security.authenticator} trailing={enrolledAt} />
        {totpAt === null ? (
          <ListRow title={security.enrol} chevron onPress={() => setAct('enrol')} />
        ) : (
          <>
            <ListRow title={security.recoveryCodes} trailing={security.codesLeft(recoveryCodes)} />
            <ListRow title={security.replace} chevron onPress={() => setAct('replace')} />
            <ListRow title={security.remove} chevron onPress={() => setAct('remove')} />
          </>
        )}
      </List>
    </>
  );
}
