import { execFile } from 'node:child_process';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalKernelSession } from './kernel-session.ts';
import { kernelGroup, run, skipReason, startTestKernel, testLaunch } from '../../../test/test-kernel.ts';

/** Numbers of x86-64; elsewhere the filter is proved by its own test. */
const isX64 = process.arch === 'x64';

describe.skipIf(skipReason)(kernelGroup('the rights of a kernel'), () => {
  let kernel: LocalKernelSession;
  let dataFolder: string;

  beforeAll(async () => {
    ({ dataFolder } = await testLaunch());
    kernel = await startTestKernel({ dataFolder });
    await run(
      kernel,
      [
        'import ctypes, errno, os, subprocess, sys, time',
        'libc = ctypes.CDLL(None, use_errno=True)',
        'def call(number, *arguments):',
        '    ctypes.set_errno(0)',
        '    return "made" if libc.syscall(number, *arguments) >= 0 else errno.errorcode[ctypes.get_errno()]',
        'open("/data/program", "w").close()',
        'handle = os.open("/data/program", os.O_RDWR)',
      ].join('\n'),
    );
  });

  afterAll(async () => {
    await kernel?.shutdown();
    if (dataFolder) await rm(dataFolder, { recursive: true });
  });

  const filesWithRights = async () => (await promisify(execFile)('find', [dataFolder, '-perm', '/6000'])).stdout;

  it('[KRN-060] cannot give files setuid or setgid by any way that Python and the shell have', async () => {
    const code = [
      'def attempt(work):',
      '    try: work(); return "made"',
      '    except OSError as error: return errno.errorcode[error.errno]',
      'ways = [lambda: os.chmod("/data/program", 0o4755), lambda: os.chmod("/data/program", 0o2755), lambda: os.fchmod(handle, 0o6755), lambda: os.chmod("program", 0o4755, dir_fd=os.open("/data", 0)),',
      '  lambda: os.open("/data/opened", os.O_CREAT | os.O_WRONLY, 0o4755), lambda: os.open("/data", os.O_TMPFILE | os.O_RDWR, 0o4755), lambda: os.mkdir("/data/folder", 0o2755), lambda: os.mknod("/data/node", 0o104755)]',
      'print({attempt(way) for way in ways}, subprocess.run(["chmod", "u+s", "/data/program"], capture_output=True).returncode, subprocess.run(["install", "-m", "4755", "/usr/bin/true", "/data/copied"], capture_output=True).returncode)',
    ].join('\n');
    expect((await run(kernel, code)).text).toBe("{'EPERM'} 1 1\n");
    expect(await filesWithRights()).toBe('');
  });

  it.runIf(isX64)(
    '[KRN-060] cannot do it by calls to Linux itself, those of x32 and of 32-bit programs among them',
    async () => {
      const x32 = 0x4000_0000;
      const code = [
        'path, at = ctypes.c_char_p(b"/data/program"), -100',
        `direct = [call(90, path, 0o4755), call(91, handle, 0o4755), call(268, at, path, 0o4755), call(452, at, path, 0o4755, 0), call(85, b"/data/a", 0o4755), call(2, b"/data/b", 0o101, 0o4755), call(257, at, b"/data/c", 0o101, 0o2755), call(83, b"/data/d", 0o2755), call(258, at, b"/data/e", 0o2755), call(133, b"/data/f", 0o104755, 0), call(259, at, b"/data/g", 0o104755, 0)]`,
        'how = (ctypes.c_uint64 * 3)(0o101, 0o4755, 0)',
        `hidden = [call(437, at, b"/data/h", ctypes.byref(how), 24), call(425, 8, (ctypes.c_char * 120)()), call(435, (ctypes.c_char * 88)(), 88), call(${x32 + 90}, path, 0o4755), call(${x32 + 257}, at, b"/data/i", 0o101, 0o4755)]`,
        'print(set(direct), set(hidden))',
      ].join('\n');
      expect((await run(kernel, code)).text).toBe("{'EPERM'} {'ENOSYS'}\n");
      // chmod("program", 04755) by int 0x80, which takes addresses of 32 bits; the page is mapped low for that.
      const old = [
        'import ctypes, mmap',
        'libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p; libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]',
        'page = libc.mmap(None, 4096, 7, 0x62, -1, 0)',
        'program = b"\\x53\\xb8\\x0f\\0\\0\\0\\xbb" + (page + 64).to_bytes(4, "little") + b"\\xb9\\xed\\x09\\0\\0\\xcd\\x80\\x5b\\xc3"',
        'ctypes.memmove(page, program, len(program)); ctypes.memmove(page + 64, b"/data/program\\0", 14)',
        'print(ctypes.CFUNCTYPE(ctypes.c_int)(page)())',
      ].join('\n');
      await writeFile(join(dataFolder, 'old.py'), old);
      expect((await run(kernel, 'print(subprocess.run([sys.executable, "/data/old.py"]).returncode)')).text).toBe(
        '-31\n',
      );
      expect(await filesWithRights()).toBe('');
      expect((await stat(join(dataFolder, 'program'))).mode & 0o6000).toBe(0);
    },
  );

  it.runIf(isX64)(
    '[KRN-060] makes no namespaces, traces nobody, and reaches neither keys nor other ways into Linux',
    async () => {
      const code = [
        'refused = [call(272, 0x10000000), call(272, 0x20000), call(56, 0x10000011, 0, 0, 0, 0), call(308, handle, 0), call(101, 16, 1, 0, 0), call(250, 0, -3, 1), call(248, b"user", b"a", b"b", 1, -3), call(321, 0, 0, 0), call(298, 0, 0, -1, -1, 0), call(323, 0), call(165, b"none", b"/data", b"tmpfs", 0, 0), call(161, b"/data"), call(430, b"tmpfs", 0), call(428, at, path, 1), call(16, handle, 0x5412, b"x")]',
        'print(set(refused), call(41, 40, 1, 0), call(41, 38, 5, 0), call(41, 17, 3, 0))',
      ].join('\n');
      expect((await run(kernel, code)).text).toBe("{'EPERM'} EAFNOSUPPORT EAFNOSUPPORT EAFNOSUPPORT\n");
    },
  );

  it('[KRN-002] threads, processes, pictures and data frames work as before', async () => {
    const code = [
      'import concurrent.futures, multiprocessing, shutil, tempfile, threading',
      'import numpy, pandas, matplotlib; matplotlib.use("agg"); import matplotlib.pyplot as plot, duckdb',
      'seen = []; thread = threading.Thread(target=lambda: seen.append(1)); thread.start(); thread.join()',
      'with multiprocessing.get_context("fork").Pool(2) as pool: squares = pool.map(abs, [-1, -2])',
      'with concurrent.futures.ThreadPoolExecutor(2) as pool: sums = list(pool.map(sum, [[1, 2], [3]]))',
      'plot.plot([1, 2]); plot.savefig("/data/plot.png"); plot.close("all")',
      'shutil.copy2("/data/plot.png", "/data/copy.png"); os.chmod("/data/copy.png", 0o600); os.mkdir("/data/plain", 0o755)',
      'with tempfile.NamedTemporaryFile() as file: file.write(b"x")',
      'print(seen, squares, sums, os.path.getsize("/data/copy.png") > 1000, duckdb.sql("SELECT 42").fetchall(), float(numpy.linalg.inv(numpy.eye(300) * 2)[0, 0]), len(pandas.DataFrame({"a": [1]})), subprocess.run("echo hello | cat", shell=True, capture_output=True, text=True).stdout)',
    ].join('\n');
    expect((await run(kernel, code)).text).toBe('[1] [1, 2] [3, 3] True [(42,)] 0.5 1 hello\n\n');
  });
});
