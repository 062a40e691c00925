import type { ReactNode } from 'react';

type IconProps = { readonly size?: number };

/** An icon of the given shape, 24 units wide. Icons are decorative: the control around them has the name. */
export function ShapeIcon({ size = 24, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

/** Creates an icon component of a shape. */
export const createIcon = (shape: ReactNode) =>
  function Icon({ size }: IconProps) {
    return <ShapeIcon {...(size === undefined ? {} : { size })}>{shape}</ShapeIcon>;
  };

// The icons of the first screen. The others are a module of their own, since a module loads as a whole.
export const BackIcon = createIcon(<path d="m14.5 5-7 7 7 7" />);
export const ChevronRightIcon = createIcon(<path d="m9.5 6 6 6-6 6" />);
export const EyeIcon = createIcon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.75" />
  </>,
);
export const EyeOffIcon = createIcon(
  <path d="M4 4.5 20 20M9.9 5.75A9.5 9.5 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.9A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4-.9M10.1 10.2a2.75 2.75 0 0 0 3.8 3.9" />,
);
export const AlertIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5.5M12 16.25v.01" />
  </>,
);
export const OfflineIcon = createIcon(
  <path d="M4 4.5 20 20M3 9.5a13.5 13.5 0 0 1 4.5-2.7M11 5.6a13.5 13.5 0 0 1 10 3.9M6 13a9 9 0 0 1 4.5-2.4M15.5 11.4A9 9 0 0 1 18 13M9.2 16.3a4 4 0 0 1 5.6 0M12 19.25v.01" />,
);
export const OrganisationIcon = createIcon(
  <path d="M4.5 20.5v-15L13 3v17.5M13 9.5h6.5v11M3 20.5h18M7.75 8.5h2M7.75 12h2M7.75 15.5h2M16 13h.5M16 16.5h.5" />,
);
export const EmptyIcon = createIcon(
  <path d="M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h5l1.25 2.5h3.5L15 13.5h5" />,
);
