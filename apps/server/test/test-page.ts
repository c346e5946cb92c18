import type { Person } from './test-server.ts';

/** An answer as a reader of HTML sees it. */
export interface Page {
  status: number;
  /** White space is not told apart: templates are written over several lines. */
  text: string;
  headers: Headers;
}

export type PageInit = RequestInit & { person?: Person; headers?: Record<string, string> };

/** Opens a page without following where it leads; `person` is who is signed in. */
export async function openPage(origin: string, path: string, init: PageInit = {}): Promise<Page> {
  const { person, ...rest } = init;
  const reply = await fetch(origin + path, {
    redirect: 'manual',
    ...rest,
    headers: { ...(person && { cookie: person.cookie }), ...rest.headers },
  });
  return { status: reply.status, text: (await reply.text()).replaceAll(/\s+/g, ' '), headers: reply.headers };
}
