import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { GromaError } from '@groma/model';
import type { FrameSize } from './draw-frame.ts';

const run = promisify(execFile);
/** How long a video may take. */
const longestMs = 20 * 60_000;

/** Takes pictures one after the other, and makes a file of them. */
export interface AnimationWriter {
  add(pixels: Buffer): Promise<void>;
  /** @throws GromaError CONVERSION_FAILED */
  end(): Promise<void>;
}

/** Pictures wait in a file beside the result: hundreds of them do not fit into memory. */
async function framesFile(path: string) {
  const handle = await open(`${path}.raw`, 'w');
  let frames = 0;
  return {
    path: `${path}.raw`,
    add: async (pixels: Buffer) => {
      await handle.writeFile(pixels);
      frames++;
    },
    close: async () => {
      await handle.close();
      return frames;
    },
  };
}

/** A GIF that runs again and again, with colours of its own for each picture. */
export async function gifWriter(path: string, { width, height }: FrameSize, seconds: number): Promise<AnimationWriter> {
  const frames = await framesFile(path);
  return {
    add: frames.add,
    end: async () => {
      const count = await frames.close();
      // The pictures below each other, as the library has the pages of an animation.
      const handle = await open(frames.path, 'r');
      try {
        const pixels = Buffer.alloc(count * width * height * 3);
        for (let filled = 0; filled < pixels.length;) {
          // oxlint-disable-next-line no-await-in-loop
          filled += (await handle.read(pixels, filled, pixels.length - filled, filled)).bytesRead;
        }
        await sharp(pixels, { raw: { width, height: height * count, channels: 3, pageHeight: height } })
          .gif({
            loop: 0,
            delay: Array.from({ length: count }, () => Math.round(seconds * 1_000)),
            effort: 4,
            reuse: false,
            interPaletteMaxError: 0,
          })
          .toFile(path);
      } finally {
        await handle.close();
      }
    },
  };
}

/**
 * H.264 in MP4 by ffmpeg, which browsers and presentations play.
 * @throws GromaError UNAVAILABLE where there is no ffmpeg
 */
export async function mp4Writer(
  path: string,
  { width, height }: FrameSize,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
  program = findFfmpeg(),
): Promise<AnimationWriter> {
  if (program === null)
    throw new GromaError('UNAVAILABLE', { part: 'ffmpeg', remedy: 'apt-get install ffmpeg. GIF works without it.' });
  const frames = await framesFile(path);
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-framerate', String(1 / seconds)];
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-r', '25', '-movflags', '+faststart', '-f', 'mp4'];
  return {
    add: frames.add,
    end: async () => {
      await frames.close();
      await run(program, ['-v', 'error', '-y', ...input, '-i', frames.path, ...output, path], {
        signal,
        timeout: longestMs,
        env: {},
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        const detail = String((error as { stderr?: string }).stderr ?? error).slice(0, 500);
        throw new GromaError('EXPORT_FAILED', { detail: `ffmpeg: ${detail}` });
      });
    },
  };
}

/** Where ffmpeg is on the path of the server; null for nowhere. */
export function findFfmpeg(path = process.env['PATH'] ?? ''): string | null {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, 'ffmpeg');
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}
