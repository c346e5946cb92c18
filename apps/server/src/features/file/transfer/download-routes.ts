import { GromaError, type ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pathInAddress } from '../entry/path-in-address.ts';
import { sendFile } from '../entry/send-file.ts';
import { createLinkSigner } from './signed-link.ts';
import { chooseForZip, sendZip } from './zip-download.ts';

/** Calls that give bytes away: signed links to single files, several as one zip. */
export function downloadRoutes(platform: Platform): Route[] {
  const links = createLinkSigner(platform.config.secret);
  return [
    route(file.signedUrl, async ({ projectId, params, user }) => {
      const path = pathInAddress(params.path);
      if (!(await platform.files.stat(projectId, path, params.bucket)))
        throw new GromaError('FILE_NOT_FOUND', { path });
      return { signedUrl: links.sign({ bucket: params.bucket, projectId, path, userId: user.id }) };
    }),
    route(file.openSignedUrl, async ({ params, query, request, reply, goBy }) => {
      const path = pathInAddress(params.path);
      links.check(
        { bucket: params.bucket, projectId: params.projectId, path, userId: query.user },
        query.expires,
        query.signature,
      );
      // The link dies with the role of the person it was made for.
      const check = () =>
        platform.access.require(
          query.user as never,
          params.projectId,
          query.download === undefined ? 'read-on-open' : 'download',
          'file',
        );
      goBy({ userId: query.user, projectId: params.projectId, check });
      await check();
      return sendFile(
        platform,
        { projectId: params.projectId as ProjectId, path, bucket: params.bucket, download: query.download },
        request,
        reply,
      );
    }),
    route(file.selectForZip, ({ projectId, body, user }) => chooseForZip(platform, projectId, user.id, body)),
    route(file.downloadZip, ({ projectId, params, user, request, reply }) =>
      sendZip(platform, { projectId, selectionId: params.selectionId, userId: user.id }, request, reply),
    ),
  ];
}
