import { useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { DeviceList } from '../../kit/device-list.component.tsx';
import { FilterBar, Page, Section } from '../../kit/page.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useMember } from '../../platform/directory.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';

/** The devices of a chosen member. */
export default function DevicesScreen() {
  const { devices: texts, shell } = useTexts();
  const tid = useTenantID();
  const [params, setParams] = useSearchParams();
  const fid = params.get('person');
  return (
    <Page title={shell.areas.devices} lead={texts.lead}>
      <ChosenPerson
        tid={tid}
        fid={fid}
        onChange={(next) => setParams(next === null ? {} : { person: next })}
      />
      {fid === null ? (
        <StatePane kind="empty" title={texts.chooseTitle} hint={texts.chooseHint} />
      ) : (
        <Section title={shell.areas.devices}>
          <DeviceList key={fid} tid={tid} fid={fid} />
        </Section>
      )}
    </Page>
  );
}

type ChosenPersonProps = {
  readonly tid: string;
  readonly fid: string | null;
  readonly onChange: (fid: string | null) => void;
};

function ChosenPerson({ tid, fid, onChange }: ChosenPersonProps) {
  return fid === null ? (
    <PersonField tid={tid} value={null} onChange={onChange} />
  ) : (
    <KnownPerson tid={tid} fid={fid} onChange={onChange} />
  );
}

/** The address contains the id only. */
function KnownPerson({ tid, fid, onChange }: ChosenPersonProps & { readonly fid: string }) {
  const member = useMember(tid, fid);
  return (
    <PersonField
      key={member.isSuccess ? 'known' : 'loading'}
      tid={tid}
      value={{ fid, name: member.data?.name ?? fid }}
      onChange={onChange}
    />
  );
}

type PersonFieldProps = {
  readonly tid: string;
  readonly value: { readonly fid: string; readonly name: string } | null;
  readonly onChange: (fid: string | null) => void;
};

function PersonField({ tid, value, onChange }: PersonFieldProps) {
  const { devices: texts } = useTexts();
  return (
    <FilterBar>
      <PersonInput
        tid={tid}
        label={texts.person}
        hint={texts.personHint}
        value={value}
        onChange={(person) => onChange(person?.fid ?? null)}
      />
    </FilterBar>
  );
}
