import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

type Json = Record<string, unknown>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqAcAAIUAgQuA2EoAAAAASUVORK5CYII=',
  'base64',
);

/** An item of STAC 1.0 over a box, with assets as given. */
export function stacItem(
  id: string,
  {
    box = [14, 45, 15, 46],
    time = '2025-06-01T10:00:00Z',
    cloud,
    assets = {},
    collection = 'optical',
  }: { box?: number[]; time?: string | null; cloud?: number; assets?: Json; collection?: string | undefined },
): Json {
  const [west, south, east, north] = box as [number, number, number, number];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id,
    collection,
    bbox: box,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { datetime: time, ...(cloud !== undefined && { 'eo:cloud_cover': cloud }) },
    assets,
    links: [],
  };
}

/**
 * A STAC service on the loopback that speaks the API (landing page with conformance, collections, search by POST and
 * GET, pages), static documents, files by ranges, and signatures that end.
 */
export class StacServer {
  readonly items: Json[] = [];
  /** Documents by path. */
  readonly documents = new Map<string, unknown>();
  /** Requests as `GET /search?…`. */
  readonly asked: string[] = [];
  readonly bodies: Json[] = [];
  /** Whether search by POST is known. */
  takesPost = true;
  canQuery = true;
  /** Milliseconds that a signature lasts, and the one that is taken. */
  lastsMs = 3_600_000;
  signature = 1;
  folder = '';
  readonly #server: Server = createServer((request, reply) => {
    void this.#answer(request, reply);
  });

  readonly #host: string;

  constructor(host = 'localhost') {
    this.#host = host;
  }

  async start(): Promise<void> {
    this.#server.listen(0, this.#host);
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://${this.#host}:${this.port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.origin);
    this.asked.push(`${request.method} ${url.pathname}${url.search}`);
    const text = (await request.toArray()).join('');
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    if (request.method === 'POST') this.bodies.push(body);
    const known = this.documents.get(url.pathname);
    if (known !== undefined) return void reply.end(typeof known === 'string' ? known : JSON.stringify(known));
    if (url.pathname === '/') return this.#send(reply, this.#landing());
    if (url.pathname === '/collections') return this.#send(reply, this.#collections(url));
    if (url.pathname === '/search') {
      if (request.method === 'POST' && !this.takesPost) return void reply.writeHead(405).end();
      return this.#send(reply, this.#search(request.method === 'POST' ? body : readQuery(url), request.method!));
    }
    if (url.pathname === '/sign') return this.#sign(url, reply);
    if (url.pathname === '/thumb.png') return void reply.setHeader('content-type', 'image/png').end(png);
    if (url.pathname === '/away')
      return void reply.writeHead(302, { location: `http://127.0.0.1:${this.port}/` }).end();
    if (url.pathname === '/silent') return;
    const [, kind, name] = /^\/(files|signed)\/([^/]+)$/.exec(url.pathname) ?? [];
    if (name === undefined) return void reply.writeHead(404).end();
    if (kind === 'signed' && url.searchParams.get('sig') !== String(this.signature))
      return void reply.writeHead(403).end();
    return this.#file(name, request, reply);
  }

  #send(reply: ServerResponse, body: Json): void {
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }

  #landing(): Json {
    const { origin } = this;
    return {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'loopback',
      title: 'Loopback',
      conformsTo: [
        'https://api.stacspec.org/v1.0.0/core',
        'https://api.stacspec.org/v1.0.0/item-search',
        ...(this.canQuery ? ['https://api.stacspec.org/v1.0.0/item-search#query'] : []),
      ],
      links: [
        { rel: 'self', href: `${origin}/` },
        { rel: 'data', href: `${origin}/collections` },
        { rel: 'search', href: `${origin}/search`, method: 'GET' },
        { rel: 'search', href: `${origin}/search`, method: 'POST' },
      ],
    };
  }

  #collections(url: URL): Json {
    const isSecond = url.searchParams.has('page');
    return {
      collections: [
        {
          type: 'Collection',
          id: isSecond ? 'radar' : 'optical',
          title: isSecond ? 'Radar' : 'Optical',
          description: 'Scenes of a test',
          license: 'CC-BY-4.0',
          extent: {
            spatial: { bbox: [[-180, -90, 180, 90]] },
            temporal: { interval: [['2020-01-01T00:00:00Z', null]] },
          },
        },
      ],
      links: isSecond ? [] : [{ rel: 'next', href: `${this.origin}/collections?page=2` }],
    };
  }

  #search(asked: Json, method: string): Json {
    const { collections, bbox, datetime, limit = 10, token = 0, query } = asked;
    const most = (query as { 'eo:cloud_cover'?: { lte: number } } | undefined)?.['eo:cloud_cover']?.lte;
    const [from = '..', to = '..'] = typeof datetime === 'string' ? datetime.split('/') : [];
    const found = this.items.filter((item) => {
      const properties = (item['properties'] ?? {}) as Json;
      const time = properties['datetime'];
      const box = item['bbox'] as number[] | undefined;
      if (Array.isArray(collections) && !collections.includes(item['collection'])) return false;
      if (typeof time === 'string' && ((from !== '..' && time < from) || (to !== '..' && time > to))) return false;
      if (this.canQuery && most !== undefined && !(Number(properties['eo:cloud_cover'] ?? 101) <= most)) return false;
      const asWest = bbox as number[] | undefined;
      return (
        !asWest ||
        !box ||
        (box[0]! <= asWest[2]! && box[2]! >= asWest[0]! && box[1]! <= asWest[3]! && box[3]! >= asWest[1]!)
      );
    });
    const end = Number(token) + Number(limit);
    const next =
      method === 'POST'
        ? { rel: 'next', href: `${this.origin}/search`, method, body: { token: end }, merge: true }
        : {
            rel: 'next',
            href: `${this.origin}/search?${new URLSearchParams({ ...(asked as Record<string, string>), token: String(end) })}`,
          };
    return {
      type: 'FeatureCollection',
      numberMatched: found.length,
      features: found.slice(Number(token), end),
      links: end < found.length ? [next] : [],
    };
  }

  #sign(url: URL, reply: ServerResponse): void {
    const href = `${url.searchParams.get('href')}?sig=${this.signature}`;
    this.#send(reply, { href, 'msft:expiry': new Date(Date.now() + this.lastsMs).toISOString() });
  }

  async #file(name: string, { headers: { range } }: IncomingMessage, reply: ServerResponse): Promise<void> {
    const bytes = await readFile(join(this.folder, basename(name))).catch(() => null);
    if (!bytes) return void reply.writeHead(404).end();
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const end = Math.min(bytes.length - 1, to === '' ? Infinity : Number(to));
    reply
      .writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}`, etag: '"1"' })
      .end(bytes.subarray(Number(from), end + 1));
  }
}

function readQuery(url: URL): Json {
  const { collections, bbox, ...rest } = Object.fromEntries(url.searchParams);
  return {
    ...rest,
    ...(collections !== undefined && { collections: collections.split(',') }),
    ...(bbox !== undefined && { bbox: bbox.split(',').map(Number) }),
  };
}
