/** The code that WKT gives the whole system, such as `EPSG:32633`: the last one that stands in it. */
export function codeOfWkt(wkt: string | undefined): string | null {
  const match = /(?:AUTHORITY|ID)\["(\w+)","?(\d+)"?\]\]\s*$/.exec(wkt ?? '');
  return match ? `${match[1]}:${match[2]}` : null;
}

/** The name that WKT gives the whole system. */
export function nameOfWkt(wkt: string): string | null {
  return /^\s*\w+\s*\["([^"]*)"/.exec(wkt)?.[1] ?? /\["([^"]+)"/.exec(wkt)?.[1] ?? null;
}
