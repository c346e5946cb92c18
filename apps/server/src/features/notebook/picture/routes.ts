import { GromaError } from '@groma/model';
import { notebook } from '@groma/protocol';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { setUserContentHeaders } from '../../../platform/http/security-headers.ts';
import type { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';
import type { ShownPictures } from './shown-pictures.ts';

/** Pictures of other servers that a notebook shows, fetched by this one. */
export function pictureRoutes(pictures: OutsidePictures, shown: ShownPictures): Route[] {
  return [
    route(notebook.readOutsidePicture, async ({ params: { notebookId }, query: { url }, user, reply, signal }) => {
      const address = URL.parse(url);
      if (!address || !/^https?:$/.test(address.protocol))
        throw new GromaError('BAD_INPUT', { detail: 'The address of a picture begins with http:// or https://.' });
      if (!(await shown.includes(notebookId, url, signal)))
        throw new GromaError('PICTURE_NOT_SHOWN', { host: address.host });
      // Readers of a publication need no account: they are counted together.
      const { type, bytes } = await pictures.read(url, user?.id ?? `published ${notebookId}`, signal);
      setUserContentHeaders(reply);
      await reply.header('content-type', type).header('cache-control', 'private, max-age=3600').send(bytes);
      return streamed;
    }),
  ];
}
