import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Page, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { type SecondFactor, useSecondFactor } from '../../platform/access.queries.ts';
import {
  ChangePasswordDialog,
  CodesDialog,
  type Enrolment,
  PasswordDialog,
  RemoveDialog,
  ReplaceDialog,
  SecretDialog,
} from './authenticator-dialogs.component.tsx';
import { OwnDevices } from './own-devices.component.tsx';

/** The security of the own account: password, authenticator app, recovery codes, devices. */
export default function SecurityScreen() {
  const { security: texts, shell } = useTexts();
  const factor = useSecondFactor();
  const [isChanging, setChanging] = useState(false);
  return (
    <Page title={shell.security} lead={texts.lead}>
      <Section title={texts.password}>
        <div className="stack">
          <p>{texts.passwordLead}</p>
          <div>
            <Button onPress={() => setChanging(true)}>{texts.changePassword}</Button>
          </div>
        </div>
        {isChanging ? <ChangePasswordDialog onClose={() => setChanging(false)} /> : null}
      </Section>
      <Section title={texts.authenticator}>
        {factor.error === null ? null : (
          <StatePane kind="error" error={factor.error} onRetry={() => void factor.refetch()} />
        )}
        {factor.data === undefined ? null : <Authenticator factor={factor.data} />}
      </Section>
      <Section title={texts.devices}>
        <OwnDevices />
      </Section>
    </Page>
  );
}

/** Few codes are left: the person replaces them in time. */
const fewCodes = 3;

function Authenticator({ factor }: { readonly factor: SecondFactor }) {
  const texts = useTexts().security;
  const timeText = useTimeText();
  const [open, setOpen] = useState<'enrol' | 'replace' | 'remove' | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = () => setOpen(null);
  const { totpAt, recoveryCodes } = factor;
  return (
    <div className="stack">
      <p>{texts.authenticatorLead}</p>
      {totpAt === null ? (
        <>
          {factor.isOperator ? <Notice kind="warning">{texts.operatorNeeds}</Notice> : null}
          <p>
            <Tag tone="warning">{texts.notEnrolled}</Tag>
          </p>
          <div>
            <Button kind="primary" onPress={() => setOpen('enrol')}>
              {texts.enrol}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Facts
            facts={[
              [
                texts.authenticator,
                <Tag key="state" tone="good">
                  {texts.enrolledAt(timeText(totpAt))}
                </Tag>,
              ],
              [
                texts.recoveryCodes,
                <span key="codes">
                  {texts.codesLeft(recoveryCodes)}{' '}
                  <Button onPress={() => setOpen('replace')}>{texts.replace}</Button>
                </span>,
              ],
            ]}
          />
          {recoveryCodes <= fewCodes ? <Notice kind="warning">{texts.fewCodes}</Notice> : null}
          <div>
            <Button kind="danger" onPress={() => setOpen('remove')}>
              {texts.remove}
            </Button>
          </div>
        </>
      )}
      {open === 'enrol' ? <PasswordDialog onEnrolled={setEnrolment} onClose={close} /> : null}
      {enrolment === null || codes.length > 0 ? null : (
        <SecretDialog enrolment={enrolment} onCodes={setCodes} onClose={() => setEnrolment(null)} />
      )}
      {open === 'replace' && codes.length === 0 ? <ReplaceDialog onCodes={setCodes} onClose={close} /> : null}
      {codes.length === 0 ? null : (
        <CodesDialog
          codes={codes}
          onClose={() => {
            close();
            setEnrolment(null);
            setCodes([]);
          }}
        />
      )}
      {open === 'remove' ? <RemoveDialog onClose={close} /> : null}
    </div>
  );
}
