import { statfs } from 'node:fs/promises';
import { GromaError } from '@groma/model';

/** Stays free for the records and for what the server does: 1 GiB, or 2 % of a small disk. */
const reserveBytes = 1024 ** 3;
const reserveShare = 0.02;

/**
 * @throws GromaError DISK_FULL when less than the reserve would remain on the disk of a folder after so many bytes
 * more.
 */
export async function requireSpace(folder: string, bytes: number, name: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (!leavesReserve(bavail * bsize, blocks * bsize, bytes)) throw new GromaError('DISK_FULL', { name });
}

/** Bytes that may still be written on the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - Math.min(reserveBytes, blocks * bsize * reserveShare));
}

/** Whether a disk of a size, with so much free, keeps the reserve; all in bytes. */
export function leavesReserve(free: number, size: number, bytes: number): boolean {
  return free - bytes >= Math.min(reserveBytes, size * reserveShare);
}
