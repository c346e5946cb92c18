import { Readable } from 'node:stream';
import { GromaError, type DataPath } from '@groma/model';
import { fileDrive } from '@groma/protocol';
import type { Route } from '../../../platform/http/route.ts';
import { moveOrigins } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { unlessCut } from '../entry/unless-cut.ts';
import { asXml, childOf, dav, elementsIn, parseDavXml, printElement } from './dav-xml.ts';
import { addressOf } from './drive-address.ts';
import { DriveChange, type DriveCall } from './drive-change.ts';
import type { DriveLocks } from './drive-locks.ts';
import { DriveRefusal } from './drive-refusal.ts';
import { bodyOf, driveRoute, hasBody, readXmlBody } from './drive-route.ts';
import { status } from './find-on-drive.ts';

/** Calls that change the files of a drive, as the calls of pages do: by the same store, and told in the same way. */
export function writeRoutes(platform: Platform, locks: DriveLocks): Route[] {
  const { files, database, access } = platform;
  const changeOf = (call: DriveCall) => new DriveChange(platform, locks, call);
  /** Makes a place free, for something that can fail to come there. */
  const inPlaceOf = async <T>(
    { projectId, user }: DriveCall,
    taken: StoredFile | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (!taken) return work();
    const trashId = await files.remove(projectId, taken.path, user.id);
    try {
      return await work();
    } catch (error) {
      await files.restore(projectId, trashId, 'number');
      throw error;
    }
  };
  return [
    driveRoute(fileDrive.writeToDrive, (call) => putFile(platform, changeOf(call), call)),
    driveRoute(fileDrive.makeDriveFolder, async (call) => {
      if (hasBody(call.request)) throw new DriveRefusal(415);
      const change = changeOf(call);
      if (await change.stat()) throw new DriveRefusal(405);
      const path = await change.newName();
      await change.require([{ path, isName: true }]);
      await files.makeFolder(call.projectId, path);
      await publishFileChanges(platform, call.projectId, [path]);
      await call.reply.status(201).send();
    }),
    driveRoute(fileDrive.removeFromDrive, async (call) => {
      const change = changeOf(call);
      const { path, isDir } = await change.existing();
      if (isDir && (call.request.headers['depth'] ?? 'infinity') !== 'infinity') throw new DriveRefusal(400);
      await change.require([{ path, isDeep: true, isName: true }]);
      await files.remove(call.projectId, path, call.user.id);
      await locks.endBelow(call.projectId, path);
      await publishFileChanges(platform, call.projectId, [path]);
      await call.reply.status(204).send();
    }),
    driveRoute(fileDrive.moveOnDrive, async (call) => {
      const { projectId } = call;
      const change = changeOf(call);
      const from = await change.existing();
      const { to, taken } = await change.destination(from);
      await change.require([
        { path: from.path, isDeep: true, isName: true },
        { path: to, isDeep: true, isName: true },
      ]);
      await inPlaceOf(call, taken, () => files.move(projectId, from.path, to));
      await moveOrigins(database.query, projectId, from.path, to);
      await locks.endBelow(projectId, from.path);
      await publishFileChanges(platform, projectId, [from.path, to]);
      await call.reply.status(taken ? 204 : 201).send();
    }),
    driveRoute(fileDrive.copyOnDrive, async (call) => {
      const { projectId, user, signal } = call;
      await access.require(user.id, projectId, 'duplicate', 'file');
      const change = changeOf(call);
      const from = await change.existing();
      const { to, taken } = await change.destination(from);
      await change.require([{ path: to, isDeep: true, isName: true }]);
      await inPlaceOf(call, taken, () =>
        from.isDir && call.request.headers['depth'] === '0'
          ? files.makeFolder(projectId, to)
          : files.copy(projectId, from.path, to, { signal }),
      );
      await publishFileChanges(platform, projectId, [to]);
      await call.reply.status(taken ? 204 : 201).send();
    }),
    driveRoute(fileDrive.changeOnDrive, (call) => refuseProperties(changeOf(call), call)),
  ];
}

/**
 * Stores what comes, whole or not at all. An empty file does not go to the trash: programs make one before each file.
 */
async function putFile(platform: Platform, change: DriveChange, call: DriveCall): Promise<void> {
  const { files } = platform;
  const { projectId, request, reply, user } = call;
  if (request.headers['content-range'] !== undefined)
    throw new GromaError('BAD_INPUT', { detail: 'Content-Range: a file is put whole' });
  const there = await change.stat();
  if (there?.isDir) throw new DriveRefusal(405);
  const path = there?.path ?? (await change.newName());
  const expected = requireState(there, request.headers['if-match'], request.headers['if-none-match']);
  await change.require([{ path, isName: !there }]);
  await files.requireSpace(Number(request.headers['content-length'] ?? 0), path);
  const stored = await files
    .write(projectId, path, bodyOf(request) ?? Readable.from([]), {
      replace: request.headers['if-none-match'] !== '*',
      ...(there?.bytes !== 0 && { trashedBy: user.id }),
      ...(expected && { expected }),
    })
    .catch(unlessCut(request, path))
    .catch((error: unknown) => {
      const isOther = error instanceof GromaError && (error.code === 'FILE_CHANGED' || error.code === 'FILE_EXISTS');
      throw isOther ? new DriveRefusal(412) : error;
    });
  await publishFileChanges(platform, projectId, [path]);
  await reply
    .status(there ? 204 : 201)
    .header('etag', stored.etag)
    .send();
}

/** What must be there when a file is put, by its conditions (RFC 9110 §13.1). @throws DriveRefusal */
function requireState(
  there: StoredFile | undefined,
  match: string | undefined,
  noneMatch: string | undefined,
): Pick<StoredFile, 'etag'> | undefined {
  const names = (header: string) =>
    there && (header.trim() === '*' || header.split(',').some((each) => each.trim() === there.etag));
  if (match !== undefined && !names(match)) throw new DriveRefusal(412);
  if (noneMatch !== undefined && names(noneMatch)) throw new DriveRefusal(412);
  return match === undefined || match.trim() === '*' ? undefined : there;
}

/** Times and attributes that Windows sets after each copy, which it takes for failed where they are refused. */
const ofWindows = 'urn:schemas-microsoft-com:';

/** Answers PROPPATCH: nothing is set where one property cannot be (RFC 4918 §9.2). */
async function refuseProperties(change: DriveChange, call: DriveCall): Promise<void> {
  const { path, isDir } = (await change.stat()) ?? refuseMissing(change.path);
  await change.require([{ path }]);
  const asked = parseDavXml(await readXmlBody(call));
  if (asked.namespace !== dav || asked.name !== 'propertyupdate') throw new DriveRefusal(400);
  const properties = elementsIn(asked)
    .flatMap((each) => childOf(each, 'prop') ?? [])
    .flatMap(elementsIn);
  const isRefused = properties.some(({ namespace }) => namespace !== ofWindows);
  const written = (isOfWindows: boolean) =>
    properties
      .filter(({ namespace }) => (namespace === ofWindows) === isOfWindows)
      .map(({ namespace, name }) => printElement({ namespace, name, children: [] }));
  const [taken, refused] = [written(true), written(false)];
  const parts = [
    taken.length > 0 ? status(taken, isRefused ? '424 Failed Dependency' : '200 OK') : '',
    refused.length > 0 ? status(refused, '403 Forbidden') : '',
  ];
  const address = asXml(addressOf(call.projectId, path, isDir));
  await call.reply
    .status(207)
    .type('application/xml; charset=utf-8')
    .send(
      [
        '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">',
        `<D:response><D:href>${address}</D:href>${parts.join('')}</D:response></D:multistatus>\n`,
      ].join(''),
    );
}

function refuseMissing(path: DataPath): never {
  throw new GromaError('FILE_NOT_FOUND', { path });
}
