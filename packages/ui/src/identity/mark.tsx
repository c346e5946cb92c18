/** The product's mark: a surveyor's groma. Takes the accent unless told otherwise by `color`. */
export function Mark({ size = 22, title }: { size?: number; title?: string }) {
  return (
    <svg
      className="g-mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path
        d="M12 6.6V22.2M2.6 6.6h18.8M7.4 3.3l9.2 6.6M2.6 6.6v7.6M21.4 6.6v7.6M7.4 3.3v7.9M16.6 9.9v7.8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M2.6 13.2l1.35 2.4-1.35 2.5-1.35-2.5zM21.4 13.2l1.35 2.4-1.35 2.5-1.35-2.5zM7.4 10.2l1.35 2.4-1.35 2.5-1.35-2.5zM16.6 16.7l1.35 2.4-1.35 2.5-1.35-2.5z"
        fill="currentColor"
      />
    </svg>
  );
}
