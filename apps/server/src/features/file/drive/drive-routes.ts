import { GromaError } from '@groma/model';
import { fileDrive } from '@groma/protocol';
import type { Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendFile } from '../entry/send-file.ts';
import { fileAt } from './drive-address.ts';
import { DriveRefusal } from './drive-refusal.ts';
import { DriveLocks } from './drive-locks.ts';
import { driveRoute } from './drive-route.ts';
import { findOnDrive } from './find-on-drive.ts';
import { lockRoutes } from './lock-routes.ts';
import { writeRoutes } from './write-routes.ts';

/** The files of a project as a network drive (WebDAV, RFC 4918), for programs that bring an access token. */
export function driveRoutes(platform: Platform): Route[] {
  const locks = new DriveLocks(platform.database);
  const describe = async ({ reply }: Parameters<Route['handle']>[0]) => {
    await reply.headers({ dav: '1, 2', 'ms-author-via': 'DAV', allow: methods.join(', '), 'content-length': 0 }).send();
  };
  return [
    driveRoute(fileDrive.driveOptions, describe),
    driveRoute(fileDrive.driveServerOptions, describe),
    driveRoute(fileDrive.findOnDrive, (call) => findOnDrive(platform, locks, call)),
    driveRoute(fileDrive.readFromDrive, async ({ projectId, params, request, reply }) => {
      const path = fileAt(params.path);
      const found = await platform.files.stat(projectId, path);
      if (!found) throw new GromaError('FILE_NOT_FOUND', { path });
      if (found.isDir) {
        void reply.header('allow', methods.filter((each) => !['GET', 'HEAD', 'PUT'].includes(each)).join(', '));
        throw new DriveRefusal(405);
      }
      await sendFile(platform, { projectId, path, bucket: 'groma', download: undefined }, request, reply);
    }),
    ...writeRoutes(platform, locks),
    ...lockRoutes(platform, locks),
  ];
}

const methods = 'OPTIONS GET HEAD PUT DELETE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK'.split(' ');
