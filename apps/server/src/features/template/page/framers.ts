/** The part of a policy that says which pages may frame something: ours, and those that the author names (PUB-069). */
export function framersOf({ embedOrigins }: { embedOrigins: readonly string[] }): string {
  return `frame-ancestors ${["'self'", ...embedOrigins].join(' ')}`;
}
