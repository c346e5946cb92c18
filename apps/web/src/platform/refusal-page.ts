/** Calls whose refusal ends the page one is on, by the ids of their endpoints, with the page that says why (000 §8). */
const pages: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  readProject: { 403: '/permissionDenied' },
  listProjectUsers: { 403: '/permissionDenied', 404: '/notFound' },
  listProjectAccess: { 403: '/permissionDenied', 404: '/notFound' },
  renameNotebook: { 403: '/permissionDenied' },
  replaceNotebookName: { 403: '/permissionDenied' },
};

/** The page a refusal leads to; null where the screen that made the call says it itself. */
export function refusalPage(endpointId: string, status: number): string | null {
  return pages[endpointId]?.[status] ?? null;
}
