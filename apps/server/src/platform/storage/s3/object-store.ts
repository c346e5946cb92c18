import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';

/** An object as the store lists it. `etag` changes with its content. */
export interface StoredObject {
  key: string;
  bytes: number;
  etag: string;
  modifiedAt: Date;
}

/** Bytes of one part of a large object; three are on their way at once. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 3;
/** Most bytes that the store copies by itself in one call. */
const copyBytes = 5 * 1024 ** 3;
const deletedAtOnce = 1_000;

/** A bucket of an S3-compatible store, below a prefix. */
export class ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /**
   * `url` is `s3://bucket/prefix?endpoint=…&region=…`; who signs comes from the environment as for every AWS program,
   * unless it is given.
   */
  constructor(url: string, credentials?: S3ClientConfig['credentials']) {
    const { hostname, pathname, searchParams } = new URL(url);
    const endpoint = searchParams.get('endpoint');
    this.#bucket = hostname;
    this.#prefix = pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
    this.#client = new S3Client({
      region: searchParams.get('region') ?? 'us-east-1',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
  }

  /** Stores an object whole, in parts when it is large. @returns its etag. */
  async put(key: string, content: Readable | Buffer, metadata: Record<string, string> = {}): Promise<string> {
    const upload = new Upload({
      client: this.#client,
      partSize: partBytes,
      queueSize: partsAtOnce,
      params: { Bucket: this.#bucket, Key: this.#prefix + key, Body: content, Metadata: metadata },
    });
    const { ETag } = await upload.done();
    return ETag ?? '';
  }

  /** @throws the store's error `NoSuchKey`. */
  async get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ content: Readable; metadata: Record<string, string> }> {
    const { Body, Metadata } = await this.#client.send(
      new GetObjectCommand({
        Bucket: this.#bucket,
        Key: this.#prefix + key,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      }),
    );
    return { content: Body as Readable, metadata: Metadata ?? {} };
  }

  async size(key: string): Promise<number | undefined> {
    try {
      return (await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + key })))
        .ContentLength;
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return undefined;
      throw error;
    }
  }

  /** Objects below a prefix, in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for (let token: string | undefined; ;) {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: this.#prefix + prefix,
          EncodingType: 'url',
          ContinuationToken: token,
        }),
      );
      for (const { Key = '', Size = 0, ETag = '', LastModified = new Date(0) } of page.Contents ?? []) {
        yield {
          key: decodeURIComponent(Key.replaceAll('+', ' ')).slice(this.#prefix.length),
          bytes: Size,
          etag: ETag,
          modifiedAt: LastModified,
        };
      }
      token = page.NextContinuationToken;
      if (!token) return;
    }
  }

  /** Copies inside the store; false where it is too large for that. @returns its etag. */
  async copy(from: string, to: string, bytes: number): Promise<string | undefined> {
    if (bytes > copyBytes) return undefined;
    const source = `${this.#bucket}/${this.#prefix}${from}`.split('/').map(encodeURIComponent).join('/');
    const { CopyObjectResult } = await this.#client.send(
      new CopyObjectCommand({ Bucket: this.#bucket, CopySource: source, Key: this.#prefix + to }),
    );
    return CopyObjectResult?.ETag ?? '';
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += deletedAtOnce) {
      const Objects = keys.slice(at, at + deletedAtOnce).map((key) => ({ Key: this.#prefix + key }));
      const { Errors } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors && Errors.length > 0)
        throw new Error(`The store did not delete ${Errors[0]!.Key}: ${Errors[0]!.Message}`);
    }
  }

  async removeAll(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.list(prefix)) keys.push(key);
    await this.remove(keys);
  }

  close(): void {
    this.#client.destroy();
  }
}
