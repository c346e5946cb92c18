/** Has the browser save what is at an address of the server. */
export function saveLink(href: string, name?: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name ?? '';
  link.click();
}

/** Has the browser save bytes of this page under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  saveLink(href, name);
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
