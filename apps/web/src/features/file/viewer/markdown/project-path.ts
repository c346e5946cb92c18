/**
 * The project file an address in a text leads to, beginning in a folder; null for an address elsewhere, or a place in
 * the text itself.
 */
export function projectPathOf(address: string, folder: string): string | null {
  if (address === '' || address.startsWith('#') || address.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(address))
    return null;
  const [path = ''] = address.split(/[?#]/);
  const parts: string[] = [];
  const from = path.startsWith('/') ? [] : folder.split('/');
  for (const part of [...from, ...decoded(path).split('/')]) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts[0] === 'data' && parts.length > 1 ? `/${parts.join('/')}` : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
