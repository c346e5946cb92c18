import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** Earth Engine on the loopback: tokens for signed assertions, values, maps with tiles, and pixels. */
export class EarthEngineServer {
  readonly email = 'groma@example-project.iam.gserviceaccount.com';
  readonly asked: { path: string; body: Json }[] = [];
  tokens = 0;
  /** How many images each collection has. */
  count = 3;
  /** What is answered in place of the next answer. */
  fault: { status: number; message: string } | null = null;
  tile: Uint8Array = new Uint8Array();
  pixels: Uint8Array = new Uint8Array();
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #token = '';
  readonly #server = createServer((request, reply) => {
    void this.#answer(request, reply);
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings() {
    return {
      email: this.email,
      privateKey: this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      privateKeyId: 'key-1',
      project: 'example-project',
      tokenUrl: `${this.origin}/token`,
      apiUrl: this.origin,
    };
  }

  /** The tokens given so far are worth nothing any more. */
  revoke(): void {
    this.#token = '';
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = (await request.toArray()).join('');
    const path = request.url!;
    const send = (body: unknown, status = 200): void =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/token') return this.#exchange(new URLSearchParams(text), send);
    if (this.#token === '' || request.headers.authorization !== `Bearer ${this.#token}`)
      return send({ error: { code: 401, message: 'The token is not valid.' } }, 401);
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    this.asked.push({ path, body });
    const { fault } = this;
    if (fault) {
      this.fault = null;
      return send({ error: { code: fault.status, message: fault.message } }, fault.status);
    }
    if (path === '/v1/projects/example-project/value:compute') return send({ result: this.count });
    if (path === '/v1/projects/example-project/maps') return send({ name: 'projects/example-project/maps/map-1' });
    if (/^\/v1\/projects\/example-project\/maps\/map-1\/tiles\/\d+\/\d+\/\d+$/.test(path))
      return void reply.writeHead(200, { 'content-type': 'image/png' }).end(this.tile);
    if (path === '/v1/projects/example-project/image:computePixels')
      return void reply.writeHead(200, { 'content-type': 'image/tiff' }).end(this.pixels);
    send({ error: { code: 404, message: `There is no ${path}.` } }, 404);
  }

  #exchange(form: URLSearchParams, send: (body: unknown, status?: number) => void): void {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const key = createPublicKey(this.#keys.publicKey.export({ type: 'spki', format: 'pem' }));
    const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'));
    const read = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Json;
    const { iss, aud, scope, iat, exp } = read(claims);
    const isRight =
      isSigned &&
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      read(head)['alg'] === 'RS256' &&
      read(head)['kid'] === 'key-1' &&
      iss === this.email &&
      aud === `${this.origin}/token` &&
      scope === 'https://www.googleapis.com/auth/earthengine' &&
      Number(exp) - Number(iat) <= 3_600 &&
      Math.abs(Number(iat) - Date.now() / 1_000) < 60;
    if (!isRight) return send({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 400);
    this.tokens++;
    this.#token = `token-${this.tokens}`;
    send({ access_token: this.#token, expires_in: 3_600, token_type: 'Bearer' });
  }
}
