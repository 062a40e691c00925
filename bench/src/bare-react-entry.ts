import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The minimal sign-in screen in React. */
function SignIn() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return createElement(
    'form',
    null,
    createElement('input', { value: username, onChange: ({ target }) => setUsername(target.value) }),
    createElement('input', {
      type: 'password',
      value: password,
      onChange: ({ target }) => setPassword(target.value),
    }),
    createElement('button', { type: 'submit' }, 'Sign in'),
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(SignIn));
