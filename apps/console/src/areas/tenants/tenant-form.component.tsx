import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SelectInput, Switch, TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { type Tenant, type TenantChange, useChangeTenant } from './tenants.queries.ts';

const secondFactors = ['none', 'new_devices', 'always'] as const;

type TenantFormProps = { readonly formID: string; readonly tenant: Tenant };

/** The settings of an organisation that an operator can change. Only changed fields are sent. */
export function TenantForm({ formID, tenant }: TenantFormProps) {
  const { tenants: texts, common } = useTexts();
  const change = useChangeTenant(tenant.tid);
  const [name, setName] = useState(tenant.name);
  const [serviceVersion, setServiceVersion] = useState(tenant.serviceVersion);
  const [namespace, setNamespace] = useState(tenant.namespace ?? '');
  const [serviceAPI, setServiceAPI] = useState(tenant.serviceAPI ?? '');
  const [secondFactor, setSecondFactor] = useState(tenant.secondFactor);
  const [otherClientsAllowed, setOtherClientsAllowed] = useState(tenant.otherClientsAllowed);
  const [isLocal, setLocal] = useState(tenant.isLocal);
  const required = (value: string) => (value.trim() === '' ? common.required : undefined);
  const save = () => {
    const form: Required<Omit<TenantChange, 'logo' | 'namespace'>> = {
      name: name.trim(),
      serviceVersion: serviceVersion.trim(),
      serviceAPI: serviceAPI.trim() === '' ? null : serviceAPI.trim(),
      secondFactor,
      otherClientsAllowed,
      isLocal,
    };
    if (form.name === '' || form.serviceVersion === '') return;
    const entries = Object.entries(form).filter(([key, value]) => tenant[key as keyof typeof form] !== value);
    const isNamespaceChanged = namespace.trim() !== (tenant.namespace ?? '') && namespace.trim() !== '';
    change.mutate(
      { ...Object.fromEntries(entries), ...(isNamespaceChanged ? { namespace: namespace.trim() } : {}) },
      { onSuccess: () => showToast({ color: 'success', text: common.saved }) },
    );
  };
  return (
    <Form id={formID} isPending={change.isPending} error={change.error} onSubmit={save}>
      <TextInput label={texts.name} error={required(name)} value={name} onChange={setName} maxLength={100} />
      <TextInput
        label={texts.serviceVersion}
        error={required(serviceVersion)}
        value={serviceVersion}
        onChange={setServiceVersion}
        maxLength={40}
      />
      <SelectInput
        label={texts.secondFactor}
        value={secondFactor}
        onChange={setSecondFactor}
        options={secondFactors.map((id) => ({ id, label: texts.secondFactors[id] }))}
      />
      <TextInput
        label={texts.namespace}
        hint={texts.namespaceHint}
        value={namespace}
        onChange={setNamespace}
        maxLength={253}
      />
      <TextInput
        label={texts.serviceAPI}
        hint={texts.serviceAPIHint}
        value={serviceAPI}
        onChange={setServiceAPI}
        maxLength={300}
      />
      <Switch isSelected={isLocal} onChange={setLocal}>
        {texts.isLocal}
      </Switch>
      <Switch isSelected={otherClientsAllowed} onChange={setOtherClientsAllowed}>
        {texts.otherClientsAllowed}
      </Switch>
    </Form>
  );
}
