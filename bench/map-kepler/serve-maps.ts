import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { seededAreas, seededPoints, type MapFeature } from './map-data.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** A JSON list, written as it is read: it may be larger than one text can be. */
function* listText(items: Iterable<unknown>): Generator<string> {
  let part = '[';
  let isFirst = true;
  for (const item of items) {
    part += (isFirst ? '' : ',') + JSON.stringify(item);
    isFirst = false;
    if (part.length < 1_000_000) continue;
    yield part;
    part = '';
  }
  yield `${part}]`;
}

function* geometries(features: Iterable<MapFeature>): Generator<unknown> {
  for (const { geometry } of features) yield geometry.type === 'Point' ? geometry.coordinates : geometry;
}

/** Serves the built pages, the snapshots as the product does, and the same features as JSON. */
export async function serveMaps(
  folder: string,
  parts: ReadonlyMap<string, Uint8Array>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('cache-control', 'no-store');
    const part = pathname.startsWith('/parts/') ? parts.get(pathname.slice('/parts/'.length)) : undefined;
    if (part) return response.end(part);
    response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
    if (pathname === '/points.json') return Readable.from(listText(geometries(seededPoints()))).pipe(response);
    if (pathname === '/areas.json') return Readable.from(listText(geometries(seededAreas()))).pipe(response);
    return createReadStream(join(folder, pathname))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
