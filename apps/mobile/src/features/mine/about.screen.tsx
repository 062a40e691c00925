import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { appVersion } from '../../platform/updates/app-version.util.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './mine.module.css';
import { UpdateRows } from './update-rows.component.tsx';

export default function AboutScreen() {
  const { mine, shell, common } = useTexts();
  const navigate = useNavigate();
  const to = (address: string) => () => navigate(address);
  return (
    <Screen title={shell.titles.about}>
      <div className={styles.product}>
        <img src="/icon.svg" alt="" width={72} height={72} />
        <h2 className={styles.name}>{common.appName}</h2>
        <p className={styles.soft}>{mine.copyright}</p>
      </div>
      <List>
        <ListRow title={mine.version} trailing={appVersion} />
        <UpdateRows />
      </List>
      <section className={styles.section} aria-label={mine.agreements}>
        <List>
          <ListRow title={shell.titles.licence} chevron onPress={to(paths.licence)} />
          <ListRow title={shell.titles.privacy} chevron onPress={to(paths.privacy)} />
          <ListRow title={mine.licences} chevron onPress={to(viewAddress(paths.about, 'licences'))} />
          <ListRow title={mine.diagnostics} chevron onPress={to(viewAddress(paths.about, 'diagnostics'))} />
        </List>
      </section>
    </Screen>
  );
}
