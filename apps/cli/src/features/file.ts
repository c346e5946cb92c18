import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { file } from '@groma/protocol';
import type { Command } from 'commander';
import { work } from '../platform/command.ts';
import { UsageError } from '../platform/failure.ts';
import { tableText } from '../platform/output.ts';

/** Entries of a folder that are asked for at once. */
const windowSize = 500;

/** `files ls`, `files get` and `files put`. */
export function addFiles(program: Command): void {
  const files = program.command('files').description('List, download and upload files of a workspace.');
  files
    .command('ls')
    .argument('[folder]', 'a folder of the files', '/data')
    .description('List a folder, folders first.')
    .action((folder: string, _options: object, command: Command) =>
      work(command, async ({ output, connection: { client }, project }) => {
        const params = { projectId: await project() };
        const entries: file.FileEntry[] = [];
        for (let offset = 0; ; offset = entries.length) {
          const query = { path: remotePath(folder), offset, limit: windowSize };
          // oxlint-disable-next-line no-await-in-loop
          const { data, total } = await client.call(file.listFiles, { params, query });
          entries.push(...data);
          if (data.length === 0 || entries.length >= total) break;
        }
        await output.result(entries, () =>
          tableText(
            entries.map(({ path, isDir, size, lastModified }) => [size ?? '', lastModified, isDir ? `${path}/` : path]),
          ),
        );
      }),
    );
  files
    .command('get')
    .argument('<path>', 'a file, as /data/roads.gpkg')
    .argument('[target]', 'a file or folder of this computer; - for stdout')
    .description('Download a file.')
    .action((given: string, target: string | undefined, _options: object, command: Command) =>
      work(command, async ({ output, connection: { client }, project, signal }) => {
        const params = { projectId: await project(), bucket: 'groma' as const, path: remotePath(given).slice(1) };
        const { signedUrl } = await client.call(file.signedUrl, { params });
        const query = Object.fromEntries(new URL(signedUrl, 'http://groma.invalid').searchParams) as never;
        const answer = await client.open(file.openSignedUrl, { params, query });
        const content = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
        if (target === '-') {
          for await (const chunk of content) await output.bytes(chunk as Uint8Array);
          return;
        }
        const place = await localPath(target, posix.basename(given));
        const partial = `${place}.part-${process.pid}`;
        try {
          await pipeline(content, createWriteStream(partial, { flags: 'wx' }), { signal });
          await rename(partial, place);
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
        await output.result({ path: given, file: place }, () => place);
      }),
    );
  files
    .command('put')
    .argument('<file>', 'a file of this computer')
    .argument('[path]', 'where it goes; a folder ends with /', '/data/')
    .option('--replace', 'put it in the place of one that is there, which goes to the trash', false)
    .description('Upload a file.')
    .action((source: string, given: string, { replace }: { replace: boolean }, command: Command) =>
      work(command, async ({ output, connection: { client }, project }) => {
        const content = await openAsBlob(source);
        const path = remotePath(given.endsWith('/') ? given + basename(source) : given);
        const form = new FormData();
        form.append('filePaths', path);
        form.append('files', content, posix.basename(path));
        const { data } = await client.call(file.uploadFiles, {
          params: { projectId: await project() },
          query: { replace: replace ? 'true' : 'false' },
          form,
        });
        await output.result(data[0], () => data[0]?.path ?? path);
      }),
    );
}

/** @throws UsageError for what is not among the files of a workspace */
function remotePath(path: string): string {
  if (path === '/data' || path.startsWith('/data/')) return path;
  throw new UsageError(`Files of a workspace lie below /data, and “${path}” does not.`);
}

async function localPath(target: string | undefined, name: string): Promise<string> {
  if (target === undefined) return name;
  const isFolder = target.endsWith('/') || (await stat(target).catch(() => null))?.isDirectory() === true;
  return isFolder ? join(target, name) : target;
}
