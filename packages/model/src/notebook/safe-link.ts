/** Whether an address may stand in a notebook's link: of the web, of mail or telephone, or relative; never a script. */
export function isSafeLink(href: string): boolean {
  const scheme = schemeOf(href);
  return scheme === null || ['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme);
}

/**
 * Whether an address may be the source of a notebook's picture: of the web, relative, or a picture in the address
 * itself.
 */
export function isSafePicture(url: string): boolean {
  const scheme = schemeOf(url);
  return (
    scheme === null ||
    scheme === 'http' ||
    scheme === 'https' ||
    /^\s*data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(url)
  );
}

/** Browsers skip white space and control characters in front of and inside a scheme. */
function schemeOf(address: string): string | null {
  // eslint-disable-next-line no-control-regex
  const bare = address.replace(/[\u0000-\u0020\u007f]/g, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase() ?? null;
}
