import type { ReactNode } from 'react';
import { useHref, useLocation, useNavigate } from '../../shell/router/index.ts';

type SignInLinkProps = {
  readonly to: string;
  /** Replaces the history entry, so that back does not alternate between the sign-in pages. */
  readonly replace?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A link between the sign-in pages that keeps the history state, which has the page to return to. */
export function SignInLink({ to, replace = false, className, children }: SignInLinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (
    <a
      href={href}
      className={className}
      aria-current={pathname === to ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (pathname !== to) navigate(to, { replace, state });
      }}
    >
      {children}
    </a>
  );
}
