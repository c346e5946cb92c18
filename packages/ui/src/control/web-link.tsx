import type { ReactNode } from 'react';

const longestAddress = 2_048;

/**
 * The address of a page, where a text is one and nothing else: only http and https, for others may do harm or nothing.
 */
export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress || !/^https?:\/\/\S+$/i.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

/** A text of someone's data, which leads to another page where it is the address of one. */
export function WebLink({ text }: { text: string }): ReactNode {
  const address = webAddress(text);
  if (address === null) return text;
  return (
    <a
      className="g-web-link"
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      draggable={false}
      dir="ltr"
    >
      {text}
    </a>
  );
}
