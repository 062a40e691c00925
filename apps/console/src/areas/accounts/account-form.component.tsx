import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { type AccountDetail, useChangeAccount } from './accounts.queries.ts';

type AccountFormProps = { readonly formID: string; readonly version: Tagged<AccountDetail> };

const valuesOf = ({ username, mobileNo, email }: AccountDetail) => ({
  username,
  mobileNo: mobileNo ?? '',
  email: email ?? '',
});

/** User name and contacts of an account. Only changed fields are sent. */
export function AccountForm({ formID, version }: AccountFormProps) {
  const { accounts: texts, common } = useTexts();
  const { change, read } = useChangeAccount(version.value.aid);
  const wordsOf = useAccountWords();
  const [values, setValues] = useState(() => valuesOf(version.value));
  const [shown, setShown] = useState(values);
  const isDirty = Object.values(values).join('\n') !== Object.values(shown).join('\n');
  const { isPending, error, submit } = useSubmit();
  const versions = useVersions(version, {
    read,
    isDirty,
    show: (account) => {
      setValues(valuesOf(account));
      setShown(valuesOf(account));
    },
  });
  const edit = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const write: Write<AccountDetail> = async ({ value, tag }) => {
    const form = {
      username: values.username.trim(),
      mobileNo: values.mobileNo.trim() || null,
      email: values.email.trim() || null,
    };
    const changed = Object.entries(form).filter(([key, text]) => value[key as keyof typeof form] !== text);
    versions.start(await change(Object.fromEntries(changed), tag));
  };
  const finish = () => showToast({ color: 'success', text: common.saved });
  const save = async () => {
    if (values.username.trim() === '') return;
    await submit(async () => {
      if (await versions.attempt(write)) finish();
    });
  };
  return (
    <Form id={formID} isPending={isPending} error={error} onSubmit={() => void save()}>
      <ChangedNotice
        kind="accounts"
        id={version.value.aid}
        versions={versions}
        write={write}
        isDirty={isDirty}
      />
      <TextInput
        label={texts.username}
        error={values.username.trim() === '' ? common.required : undefined}
        value={values.username}
        onChange={(username) => edit({ username })}
        autoComplete="off"
      />
      <TextInput
        label={texts.mobileNo}
        type="tel"
        value={values.mobileNo}
        onChange={(mobileNo) => edit({ mobileNo })}
      />
      <TextInput
        label={texts.email}
        type="email"
        value={values.email}
        onChange={(email) => edit({ email })}
      />
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        mine={wordsOf({ ...versions.base.value, ...values })}
        onWritten={finish}
      />
    </Form>
  );
}

/** Returns a function that puts the administered fields of an account in words. */
export function useAccountWords() {
  const { accounts: texts } = useTexts();
  return (account: AccountDetail) =>
    [
      [texts.username, account.username],
      [texts.mobileNo, account.mobileNo ?? ''],
      [texts.email, account.email ?? ''],
      [texts.state, texts.states[account.state]],
    ] as const;
}
