/**
 * Where a document or file of STAC lies: an http(s) address, or a path below /data of the project. What an address
 * names is never a file of the project; a file may name both.
 */
export type Location = string;

/** A host that is never asked: links of files are resolved below it. */
const project = 'http://project.invalid';

/** Buckets that anyone may read, with the regions whose servers answer for them. Others ask for an account. */
const openBuckets: Readonly<Record<string, string>> = {
  'copernicus-dem-30m': 'eu-central-1',
  'copernicus-dem-90m': 'eu-central-1',
  'sentinel-cogs': 'us-west-2',
};

export function isPath(location: Location): boolean {
  return location.startsWith('/');
}

/** What a link in a document leads to; null where nobody could follow it (other protocols, outside /data). */
export function follow(base: Location, link: string): Location | null {
  const from = isPath(base) ? project + base.split('/').map(encodeURIComponent).join('/') : base;
  const url = URL.parse(openAddress(link) ?? link, from);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (!isPath(base) || url.origin !== project) return url.origin === project ? null : url.href;
  try {
    const path = decodeURIComponent(url.pathname);
    return path.startsWith('/data/') ? path : null;
  } catch {
    return null;
  }
}

/** The address at which a file of an open bucket is read. */
function openAddress(link: string): string | null {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(link) ?? [];
  return Object.hasOwn(openBuckets, bucket) ? `https://${bucket}.s3.${openBuckets[bucket]}.amazonaws.com/${key}` : null;
}

/** The links of a document that have one of some relations, with where they lead. */
export function linksOf(
  document: { readonly [key: string]: unknown },
  base: Location,
  ...relations: string[]
): { location: Location; link: { readonly [key: string]: unknown } }[] {
  const links = Array.isArray(document['links']) ? (document['links'] as unknown[]) : [];
  return links.flatMap((link) => {
    if (typeof link !== 'object' || link === null) return [];
    const { rel, href } = link as Record<string, unknown>;
    if (typeof rel !== 'string' || typeof href !== 'string' || !relations.includes(rel)) return [];
    const location = follow(base, href);
    return location === null ? [] : [{ location, link: link as Record<string, unknown> }];
  });
}
