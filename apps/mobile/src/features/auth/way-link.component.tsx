import type { ReactNode } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

type WayLinkProps = {
  readonly to: string;
  /** One way in the place of the other, so that back does not go through both. */
  readonly replace?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A link between the screens of the way in; the place to come back to travels along. */
export function WayLink({ to, replace = false, className, children }: WayLinkProps) {
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
        if (pathname !== to) void navigate(to, { replace, state: state as unknown });
      }}
    >
      {children}
    </a>
  );
}
