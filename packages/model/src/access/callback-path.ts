/** Where people land who asked for nothing else (ACC-021). */
const defaultLanding = '/dashboard/workspaces';

/**
 * The path to land on after sign-in: `wanted` when it begins with a slash and leads to a page of this origin outside
 * /auth, otherwise the dashboard (ACC-022, ACC-023). Query and fragment stay.
 */
export function safeLanding(wanted: string | null | undefined, origin: string): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return defaultLanding;
  const url = new URL(wanted, origin);
  // A path that begins with two slashes names another site to whoever follows it.
  if (url.origin !== new URL(origin).origin || /^\/(\/|auth(\/|$))/.test(url.pathname)) return defaultLanding;
  return url.pathname + url.search + url.hash;
}
