import { Readable } from 'node:stream';
import { fileDrive } from '@groma/protocol';
import type { Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { childOf, dav, parseDavXml, printElement, type DavElement } from './dav-xml.ts';
import { DriveChange, type DriveCall } from './drive-change.ts';
import { covers, type DriveLock, type DriveLocks } from './drive-locks.ts';
import { DriveRefusal } from './drive-refusal.ts';
import { driveRoute, readXmlBody } from './drive-route.ts';
import { activeLock } from './active-lock.ts';

/** Seconds for which a lock lasts at most, and where nobody says how long. */
const longest = 3_600;
const usual = 600;
const longestOwner = 2_000;

/** Calls that take, prolong and end locks. */
export function lockRoutes(platform: Platform, locks: DriveLocks): Route[] {
  const { files } = platform;
  return [
    driveRoute(fileDrive.lockOnDrive, async (call) => {
      const change = new DriveChange(platform, locks, call);
      const seconds = secondsOf(call.request.headers['timeout']);
      const body = await readXmlBody(call);
      if (body.trim() === '') {
        const token = change.namedLock();
        await own(call, change, token);
        const prolonged = await locks.prolong(call.projectId, token, seconds);
        if (!prolonged) throw new DriveRefusal(412);
        return answer(call, 200, prolonged);
      }
      const depth = call.request.headers['depth'] ?? 'infinity';
      if (depth !== '0' && depth !== 'infinity') throw new DriveRefusal(400);
      const wanted = readWanted(parseDavXml(body));
      const there = await change.stat();
      const path = there?.path ?? (await change.newName());
      if (!there) await change.require([{ path, isName: true }]);
      const isDeep = depth === 'infinity' && there?.isDir === true;
      const taken = await locks.take(call.projectId, { ...wanted, path, isDeep, seconds, userId: call.user.id });
      // The name is taken by an empty file (RFC 4918 §7.3).
      if (!there) {
        await files.write(call.projectId, path, Readable.from([])).catch(async (error: unknown) => {
          await locks.end(call.projectId, [taken.token]);
          throw error;
        });
        await publishFileChanges(platform, call.projectId, [path]);
      }
      void call.reply.header('lock-token', `<${taken.token}>`);
      return answer(call, there ? 200 : 201, taken);
    }),
    driveRoute(fileDrive.unlockOnDrive, async (call) => {
      const change = new DriveChange(platform, locks, call);
      const header = call.request.headers['lock-token'];
      const [, token] = /^\s*<([^>]+)>\s*$/.exec(typeof header === 'string' ? header : '') ?? [];
      if (token === undefined) throw new DriveRefusal(400);
      await own(call, change, token);
      await locks.end(call.projectId, [token]);
      await call.reply.status(204).send();
    }),
  ];

  /** @throws DriveRefusal unless the lock is of the caller and holds for what the call is about */
  async function own({ projectId, user }: DriveCall, { path }: DriveChange, token: string): Promise<void> {
    const found = (await locks.list(projectId)).find((each) => each.token === token && covers(each, path));
    if (!found) throw new DriveRefusal(409, '<D:lock-token-matches-request-uri/>');
    if (found.userId !== user.id) throw new DriveRefusal(403);
  }
}

function readWanted(asked: DavElement): Pick<DriveLock, 'isExclusive' | 'owner'> {
  const scope = childOf(asked, 'lockscope');
  const type = childOf(asked, 'locktype');
  if (asked.namespace !== dav || asked.name !== 'lockinfo' || !scope || !type) throw new DriveRefusal(400);
  const isExclusive = childOf(scope, 'exclusive') !== undefined;
  if (!childOf(type, 'write') || (!isExclusive && !childOf(scope, 'shared'))) throw new DriveRefusal(422);
  const owner = childOf(asked, 'owner');
  const written = owner ? printElement(owner) : '';
  return { isExclusive, owner: written.length > longestOwner ? '' : written };
}

/** `Second-120`, or several wishes of which the first that is understood counts. */
function secondsOf(header: string | string[] | undefined): number {
  for (const wish of String(header ?? '').split(',')) {
    if (wish.trim().toLowerCase() === 'infinite') return longest;
    const [, seconds] = /^\s*Second-(\d+)\s*$/i.exec(wish) ?? [];
    if (seconds !== undefined) return Math.max(1, Math.min(longest, Number(seconds)));
  }
  return usual;
}

async function answer({ reply, projectId }: DriveCall, code: number, lock: DriveLock): Promise<void> {
  await reply
    .status(code)
    .type('application/xml; charset=utf-8')
    .send(
      [
        '<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">',
        `<D:lockdiscovery>${activeLock(projectId, lock)}</D:lockdiscovery></D:prop>\n`,
      ].join(''),
    );
}
