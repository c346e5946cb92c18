import mime from 'mime';
import { Readable } from 'node:stream';
import { baseName, GromaError, type DataPath, type ProjectId } from '@groma/model';
import { eq } from '../../../platform/database/drizzle.ts';
import { projects } from '../../../platform/database/tables/index.ts';
import type { Call } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { activeLock } from './active-lock.ts';
import { asXml, childOf, dav, elementsIn, parseDavXml, printElement, type DavElement } from './dav-xml.ts';
import { addressOf, fileAt } from './drive-address.ts';
import { covers, type DriveLocks } from './drive-locks.ts';
import { DriveRefusal } from './drive-refusal.ts';
import { readXmlBody } from './drive-route.ts';

/** Entries that are read of a folder at once, and those that are written at once. */
const windowOf = 10_000;
const pieceOf = 200;

/** What a program wants to know of files: some properties, all of them, or their names. */
interface Wanted {
  kind: 'prop' | 'allprop' | 'propname';
  names: Pick<DavElement, 'namespace' | 'name'>[];
}

/** The properties of one file, as the content of their elements; undefined where it does not have one. */
type Properties = Readonly<Record<string, string | undefined>>;

const lockKinds = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');

/** Answers PROPFIND, a folder piece by piece. */
export async function findOnDrive(
  platform: Platform,
  locks: DriveLocks,
  call: Call & { params: { path: string } },
): Promise<void> {
  const { files } = platform;
  const { projectId, params, request, reply } = call;
  // Programs that leave it out ask about one thing or a folder, not for the whole tree that it would mean.
  const depth = request.headers['depth'] ?? '1';
  if (depth !== '0' && depth !== '1' && depth !== 'infinity') throw new DriveRefusal(400);
  const wanted = readWanted(await readXmlBody(call));
  const path = fileAt(params.path);
  const own = await files.stat(projectId, path);
  if (!own) throw new GromaError('FILE_NOT_FOUND', { path });
  if (own.isDir && depth === 'infinity') throw new DriveRefusal(403, '<D:propfind-finite-depth/>');
  const ofOwn = await moreOf(platform, projectId, own, wanted);
  const taken =
    wanted.kind === 'allprop' || wanted.names.some(({ name }) => name === 'lockdiscovery')
      ? await locks.list(projectId)
      : [];
  const lockedBy = ({ path: at }: StoredFile) =>
    taken
      .filter((lock) => covers(lock, at))
      .map((lock) => activeLock(projectId, lock))
      .join('');
  const write = (file: StoredFile, more: Properties = {}) =>
    response(addressOf(projectId, file.path, file.isDir), wanted, {
      ...propertiesOf(file),
      lockdiscovery: lockedBy(file),
      ...more,
    });
  async function* pieces(): AsyncGenerator<string> {
    yield `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">\n${write(own!, ofOwn)}`;
    if (depth === '1' && own!.isDir)
      for await (const some of entriesOf(path)) yield some.map((each) => write(each)).join('');
    yield '</D:multistatus>\n';
  }
  async function* entriesOf(folder: DataPath): AsyncGenerator<StoredFile[]> {
    for (let offset = 0; ; offset += windowOf) {
      const order = { sort: 'name', descending: false, filter: '' } as const;
      const { files: found, total } = await files.listWindow(projectId, folder, { offset, limit: windowOf, ...order });
      for (let start = 0; start < found.length; start += pieceOf) yield found.slice(start, start + pieceOf);
      if (offset + windowOf >= total) return;
    }
  }
  await reply.status(207).type('application/xml; charset=utf-8').send(Readable.from(pieces()));
}

function readWanted(body: string): Wanted {
  if (body.trim() === '') return { kind: 'allprop', names: [] };
  const asked = parseDavXml(body);
  if (asked.namespace !== dav || asked.name !== 'propfind') throw new DriveRefusal(400);
  if (childOf(asked, 'propname')) return { kind: 'propname', names: [] };
  const prop = childOf(asked, 'prop');
  if (prop) return { kind: 'prop', names: elementsIn(prop) };
  if (childOf(asked, 'allprop')) return { kind: 'allprop', names: [] };
  throw new DriveRefusal(400);
}

function propertiesOf({ path, isDir, bytes, modifiedAt, etag }: StoredFile): Properties {
  return {
    resourcetype: isDir ? '<D:collection/>' : '',
    displayname: asXml(baseName(path)),
    getlastmodified: modifiedAt.toUTCString(),
    getetag: isDir ? undefined : asXml(etag),
    getcontentlength: isDir ? undefined : String(bytes),
    getcontenttype: isDir ? undefined : (mime.getType(path) ?? 'application/octet-stream'),
    supportedlock: lockKinds,
  };
}

/** What is known of the one that is asked about: the name of the project, and the room that is left. */
async function moreOf(
  { database, allowance }: Platform,
  projectId: ProjectId,
  { path, isDir }: StoredFile,
  { names }: Wanted,
): Promise<Properties> {
  const more: Record<string, string> = {};
  if (path === '/data') {
    const [project] = await database.query
      .select({ name: projects.name })
      .from(projects)
      .where(eq(projects.id, projectId));
    more['displayname'] = asXml(project?.name ?? '');
  }
  if (isDir && names.some(({ name }) => name.startsWith('quota-'))) {
    const usage = await allowance.usage(projectId);
    const left = usage && [usage.project, usage.tenant].map(({ bytes, limit }) => (limit ?? Infinity) - bytes);
    const least = Math.min(...(left ?? []));
    if (usage && Number.isFinite(least)) {
      more['quota-used-bytes'] = String(usage.project.bytes);
      more['quota-available-bytes'] = String(Math.max(0, least));
    }
  }
  return more;
}

function response(address: string, { kind, names }: Wanted, properties: Properties): string {
  const has = Object.entries(properties).filter(([, value]) => value !== undefined);
  const found =
    kind === 'prop' ? has.filter(([name]) => names.some((each) => each.namespace === dav && each.name === name)) : has;
  const missing = names.filter(({ namespace, name }) => namespace !== dav || properties[name] === undefined);
  const written = found.map(([name, value]) =>
    value === '' || kind === 'propname' ? `<D:${name}/>` : `<D:${name}>${value}</D:${name}>`,
  );
  const lacking = missing.map(({ namespace, name }) => printElement({ namespace, name, children: [] }));
  return `<D:response><D:href>${asXml(address)}</D:href>${
    written.length > 0 || lacking.length === 0 ? status(written, '200 OK') : ''
  }${lacking.length > 0 ? status(lacking, '404 Not Found') : ''}</D:response>\n`;
}

/** Properties that have one status. */
export function status(properties: readonly string[], said: string): string {
  return `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${said}</D:status></D:propstat>`;
}
