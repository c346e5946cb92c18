import { notebook } from '@groma/protocol';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { setUserContentHeaders } from '../../../platform/http/security-headers.ts';
import type { OutsidePictures } from './outside-pictures.ts';

/** Pictures of other servers, fetched by this one. */
export function pictureRoutes(pictures: OutsidePictures): Route[] {
  return [
    route(notebook.readOutsidePicture, async ({ query: { url }, reply }) => {
      const { type, bytes } = await pictures.read(url);
      setUserContentHeaders(reply);
      await reply.header('content-type', type).header('cache-control', 'private, max-age=3600').send(bytes);
      return streamed;
    }),
  ];
}
