import { notebook } from '@groma/protocol';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { setUserContentHeaders } from '../../../platform/http/security-headers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fetchOutsidePicture } from './outside-picture.ts';

/** Pictures of other servers, fetched by this one. */
export function pictureRoutes({ outbound }: Platform): Route[] {
  return [
    route(notebook.readOutsidePicture, async ({ query: { url }, reply }) => {
      const { type, bytes } = await fetchOutsidePicture(outbound, url);
      setUserContentHeaders(reply);
      await reply.header('content-type', type).header('cache-control', 'private, max-age=3600').send(bytes);
      return streamed;
    }),
  ];
}
