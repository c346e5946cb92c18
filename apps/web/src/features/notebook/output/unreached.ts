/** What an HTML output asks of other servers, which it cannot reach. */
export interface Unreached {
  /** Names of the servers whose scripts it wants, in their order, each once. */
  hosts: string[];
  /** Addresses of the pages of other servers that it frames. */
  pages: string[];
  /** Nothing of it would be seen without them: it is a page in a frame of its own, as Folium's maps are. */
  isAll: boolean;
}

const mostHosts = 6;
const mostPages = 3;
// As it stands in the HTML, or quoted in the attribute of a frame.
const scriptAddress =
  /(?:<|&lt;)script\b[^<>]{0,400}?\bsrc\s*=\s*(?:"|'|&quot;|&#34;|&#39;|&#x27;)?\s*(?:https?:)?\/\/([a-z0-9.-]{1,100})/gi;

const framedAddress = /<iframe\b[^<>]{0,400}?\bsrc\s*=\s*["']?(https?:\/\/[^\s"'<>]{1,500})/gi;

/**
 * Finds the servers that the scripts of an HTML output would come from, and the pages it frames; null when it brings
 * all it needs.
 */
export function unreachedBy(html: string): Unreached | null {
  if (!html.includes('//')) return null;
  const hosts = new Set<string>();
  for (const [, host] of html.matchAll(scriptAddress)) if (host !== undefined) hosts.add(host.toLowerCase());
  const pages = new Set([...html.matchAll(framedAddress)].map(([, address = '']) => address.replaceAll('&amp;', '&')));
  return hosts.size + pages.size === 0
    ? null
    : {
        hosts: [...hosts].slice(0, mostHosts),
        pages: [...pages].slice(0, mostPages),
        isAll: /<iframe\b[^>]*\bsrcdoc\s*=/i.test(html),
      };
}
