import { ChevronRightIcon } from '@sealflow/ui/icons.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { useOwnAbsences } from '../../shell/people/absences.queries.ts';
import { useNavigate } from '../../shell/router/index.ts';
import styles from './absence-banner.module.css';
import { useWorkTenant } from './work-tenant.hook.ts';

/** Says while the user is absent or deputises, and links to the screen that ends it; hidden otherwise. */
export function AbsenceBanner() {
  const { absence: texts } = useTexts();
  const navigate = useNavigate();
  const { tid } = useWorkTenant();
  const { data } = useOwnAbsences(tid);
  const namesOf = (people: readonly { readonly name: string }[]) =>
    [...new Set(people.map(({ name }) => name))].join(texts.separator);
  const running = (absences: NonNullable<typeof data>['own']) =>
    absences.filter(({ state }) => state === 'running');
  const deputies = namesOf(running(data?.own ?? []).map(({ deputy }) => deputy));
  const absent = namesOf(running(data?.asDeputy ?? []).map(({ person }) => person));
  if (deputies === '' && absent === '') return null;
  return (
    <button
      type="button"
      className={styles.banner}
      onClick={() => navigate(viewAddress(paths.myinfo, 'absence'))}
    >
      <span className={styles.texts}>
        {deputies === '' ? null : <span>{texts.awayBanner(deputies)}</span>}
        {absent === '' ? null : <span>{texts.deputyBanner(absent)}</span>}
      </span>
      <ChevronRightIcon size={18} />
    </button>
  );
}
