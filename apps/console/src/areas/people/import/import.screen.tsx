import { useState } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { Page, Section, Tag } from '../../../kit/page.component.tsx';
import { focusPageTitle } from '../../../kit/page-title.util.ts';
import { useTimeText } from '../../../kit/time.hook.ts';
import { useTenantID } from '../../../shell/tenant.hook.ts';
import { ColumnMapping } from './column-mapping.component.tsx';
import { FilePick } from './file-pick.component.tsx';
import styles from './import.module.css';
import { ImportProgress } from './import-progress.component.tsx';
import { useImports } from './imports.queries.ts';
import type { TableFile } from './read-table.util.ts';

/** The import of people from a table. */
export default function ImportScreen() {
  const { imports: texts } = useTexts();
  const tid = useTenantID();
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Link className={styles.link} to={`/t/${tid}/people`}>
          {texts.back}
        </Link>
      }
    >
      <Routes>
        <Route index element={<NewImport tid={tid} />} />
        <Route path=":importID" element={<ImportProgress tid={tid} />} />
      </Routes>
    </Page>
  );
}

function NewImport({ tid }: { readonly tid: string }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<TableFile | null>(null);
  const show = (chosen: TableFile | null) => {
    setFile(chosen);
    focusPageTitle();
  };
  if (file !== null) {
    return (
      <ColumnMapping
        tid={tid}
        file={file}
        onUploaded={(importID) => void navigate(`/t/${tid}/people/import/${importID}`)}
        onBack={() => show(null)}
      />
    );
  }
  return (
    <>
      <FilePick onRead={show} />
      <RecentImports tid={tid} />
    </>
  );
}

function RecentImports({ tid }: { readonly tid: string }) {
  const { imports: texts } = useTexts();
  const timeText = useTimeText();
  const imports = useImports(tid);
  if (!imports.data || imports.data.total === 0) return null;
  return (
    <Section title={texts.earlier}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.file}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.outcomes.added}</th>
            <th scope="col">{texts.outcomes.changed}</th>
            <th scope="col">{texts.outcomes.failed}</th>
            <th scope="col">{texts.createdAt}</th>
          </tr>
        </thead>
        <tbody>
          {imports.data.data.map((one) => (
            <tr key={one.importID}>
              <th scope="row">
                <Link className={styles.link} to={`/t/${tid}/people/import/${one.importID}`}>
                  {one.name}
                </Link>
              </th>
              <td>
                <Tag>{texts.states[one.state]}</Tag>
              </td>
              <td>{one.added}</td>
              <td>{one.changed}</td>
              <td>{one.failed}</td>
              <td>{timeText(one.createAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
