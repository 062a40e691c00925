import type { ReactNode } from 'react';
import { useHref, useNavigate } from '../router/index.ts';

type AppLinkProps = { readonly to: string; readonly className?: string; readonly children: ReactNode };

/** A link within the app. */
export function AppLink({ to, className, children }: AppLinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
