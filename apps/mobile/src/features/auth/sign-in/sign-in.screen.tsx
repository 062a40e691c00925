import { SignInForm } from './sign-in-form.component.tsx';
import { SignInSteps } from './sign-in-frame.component.tsx';

/**
 * /pwdlogin: signs in by a password, then selects the organisation. The form is a module of its own, because the build
 * compresses it better together with the other modules of the first screen.
 */
export default function SignInScreen() {
  return <SignInSteps Form={SignInForm} />;
}
