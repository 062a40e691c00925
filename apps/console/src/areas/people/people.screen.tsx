import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { StatePane } from '../../kit/state-pane.component.tsx';
import PeopleListScreen from './people-list.screen.tsx';

const ImportScreen = lazy(() => import('./import/import.screen.tsx'));

/** The pages of the people of an organisation. */
export default function PeopleScreen() {
  return (
    <Suspense fallback={<StatePane kind="loading" />}>
      <Routes>
        <Route index element={<PeopleListScreen />} />
        <Route path="import/*" element={<ImportScreen />} />
      </Routes>
    </Suspense>
  );
}
