import { useNavigate } from 'react-router';
import { version } from '../../../package.json';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { List, ListRow } from '../../ui/list.component.tsx';
import styles from './mine.module.css';

export default function AboutScreen() {
  const { mine, shell, common } = useTexts();
  const navigate = useNavigate();
  return (
    <Screen title={shell.titles.about}>
      <div className={styles.product}>
        <img src="/icon.svg" alt="" width={72} height={72} />
        <h2 className={styles.name}>{common.appName}</h2>
        <p className={styles.soft}>{mine.copyright}</p>
      </div>
      <List>
        <ListRow title={mine.version} trailing={version} />
        <ListRow title={shell.titles.licence} chevron onPress={() => void navigate(paths.licence)} />
        <ListRow title={shell.titles.privacy} chevron onPress={() => void navigate(paths.privacy)} />
      </List>
    </Screen>
  );
}
