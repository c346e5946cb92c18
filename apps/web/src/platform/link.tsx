import type { ComponentProps, MouseEvent } from 'react';
import { LinkButton, type LinkButtonProps } from '@groma/ui';
import { navigate } from './router.ts';

function follow(event: MouseEvent<HTMLAnchorElement>, href: string | undefined): void {
  // A new tab, a new window and a download are the browser's business.
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (event.defaultPrevented || !isPlain || !href?.startsWith('/')) return;
  event.preventDefault();
  navigate(href);
}

/** A link within the application. */
export function Link({ onClick, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        follow(event, rest.href);
      }}
    />
  );
}

/** A link within the application that looks like a button. */
export function ButtonLink({ onClick, ...rest }: LinkButtonProps) {
  return (
    <LinkButton
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        follow(event, rest.href);
      }}
    />
  );
}
