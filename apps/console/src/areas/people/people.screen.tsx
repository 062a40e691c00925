import { Route, Routes } from 'react-router';
import PeopleListScreen from './people-list.screen.tsx';

/** The pages of the people of an organisation. */
export default function PeopleScreen() {
  return (
    <Routes>
      <Route index element={<PeopleListScreen />} />
    </Routes>
  );
}
