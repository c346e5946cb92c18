import { anyone, inProject, type Policy } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';

/** Where the files of a project are as a network drive. */
export function drivePath(projectId: string): string {
  return `/dav/${projectId}/`;
}

const path = '/dav/:projectId/*';
const params = z.object({ projectId: z.string(), path: z.string() });
const byToken = { alsoByPassword: true, onlyByToken: true, bodyKind: 'raw', replyType: 'application/xml' } as const;

function onDrive(id: string, method: Endpoint['method'], policy: Policy, summary: string) {
  return defineEndpoint({ id, method, path, policy, summary, params, ...byToken });
}

export const driveOptions = defineEndpoint({
  id: 'describeDrive',
  method: 'OPTIONS',
  path,
  policy: anyone('what the protocol can do is the same for every drive'),
  summary: 'What a network drive can do (WebDAV, classes 1 and 2).',
  params,
  bodyKind: 'raw',
  replyType: 'text/plain',
});

/** The address that Windows asks before it asks for a drive. */
export const driveServerOptions = defineEndpoint({
  id: 'describeDriveServer',
  method: 'OPTIONS',
  path: '/',
  policy: anyone('what the protocol can do is the same for every drive'),
  summary: 'Whether this server has network drives (WebDAV).',
  bodyKind: 'raw',
  replyType: 'text/plain',
});

export const findOnDrive = {
  ...onDrive(
    'findOnDrive',
    'PROPFIND',
    inProject('read', 'file'),
    'Properties of a file or folder (`Depth: 0`), or of a folder with what is in it (`Depth: 1`).',
  ),
  alsoForReaders: true,
} as const;

export const readFromDrive = onDrive(
  'readFromDrive',
  'GET',
  inProject('download', 'file'),
  'A file of a network drive, whole or by range.',
);

export const writeToDrive = onDrive(
  'writeToDrive',
  'PUT',
  inProject('upload', 'file'),
  'Put a file on a network drive. `If-Match` and `If-None-Match` are kept to; the file that was there goes to the trash.',
);

export const makeDriveFolder = onDrive(
  'makeDriveFolder',
  'MKCOL',
  inProject('create', 'file'),
  'Make a folder on a network drive.',
);

export const removeFromDrive = onDrive(
  'removeFromDrive',
  'DELETE',
  inProject('delete', 'file'),
  'Move a file or folder of a network drive to the trash.',
);

export const copyOnDrive = onDrive(
  'copyOnDrive',
  'COPY',
  inProject('upload', 'file'),
  'Copy a file or folder to `Destination`, in the same project.',
);

export const moveOnDrive = onDrive(
  'moveOnDrive',
  'MOVE',
  inProject('update', 'file'),
  'Rename or move a file or folder to `Destination`, in the same project.',
);

export const changeOnDrive = onDrive(
  'changeOnDrive',
  'PROPPATCH',
  inProject('update', 'file'),
  'Answers programs that set properties: only those of the file system of Windows are taken, and none is kept.',
);

export const lockOnDrive = onDrive(
  'lockOnDrive',
  'LOCK',
  inProject('upload', 'file'),
  'Lock a file or folder against other network drives, or prolong a lock.',
);

export const unlockOnDrive = onDrive(
  'unlockOnDrive',
  'UNLOCK',
  inProject('upload', 'file'),
  'End a lock of a network drive.',
);
