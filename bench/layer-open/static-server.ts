import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AddressInfo } from 'node:net';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface ServedData { parts: ReadonlyMap<string, Uint8Array>; geojson: string }

/**
 * Serves the built page, and the layer both ways: at the addresses and with the bytes of the product's server, and as
 * GeoJSON. Nothing is compressed and nothing is cached, on either side.
 */
export async function startStaticServer(folder: string, { parts, geojson }: ServedData): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string | Uint8Array) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (pathname === '/features.geojson') return send('application/geo+json', geojson);
    const part = pathname.endsWith('/snapshot') ? parts.get(searchParams.get('part') ?? '') : undefined;
    if (part) return send('application/vnd.apache.arrow.stream', part);
    readFile(join(folder, pathname)).then((bytes) => send(types[extname(pathname)] ?? 'application/octet-stream', bytes), () => response.writeHead(404).end());
    return undefined;
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
