import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { LocalKernelSession } from './kernel-session.ts';
import { kernelGroup, processesOf, run, skipReason, startTestKernel, testLaunch } from '../../../test/test-kernel.ts';

const megabyte = 1024 * 1024;

describe.skipIf(skipReason)(kernelGroup('the limits of a kernel'), () => {
  it('[NBK-140] filling the memory ends the kernel, says so, and leaves others alone', async () => {
    const [kernel, other] = await Promise.all([startTestKernel(), startTestKernel()]);
    const result = await run(kernel, 'kept = []\nwhile True: kept.append(b"x" * 20_000_000)');
    expect(result).toMatchObject({
      status: 'dead',
      text: expect.stringContaining('died: out of memory, it used more than the 800 MB of its machine'),
    });
    expect((await run(other, '1 + 1')).text).toBe('2');
    await Promise.all([kernel.shutdown(), other.shutdown()]);
  });

  it.each([
    ['by the kernel itself', 'import os\nwhile True: os.fork()'],
    ['in sessions of their own', 'import os\nwhile True:\n    if os.fork() == 0: os.setsid()'],
    ['by a shell', 'import subprocess\nsubprocess.run(["bash", "-c", ":(){ :|:& };:; sleep 100"])'],
  ])(
    '[NBK-140] [KRN-064] one process after another without end %s ends the kernel, says so, and leaves others alone',
    async (_by, code) => {
      const [kernel, other] = await Promise.all([startTestKernel(), startTestKernel()]);
      const bomb = run(kernel, code);
      expect((await run(other, '1 + 1')).text).toBe('2');
      expect(await bomb).toMatchObject({
        status: 'dead',
        text: expect.stringContaining('died: it started more than 100 processes'),
      });
      await kernel.restart();
      expect((await run(kernel, '1 + 1')).text).toBe('2');
      await Promise.all([kernel.shutdown(), other.shutdown()]);
    },
  );

  it('[KRN-064] one thread after another without end is refused at the limit, and the code is told', async () => {
    const kernel = await startTestKernel();
    const result = await run(
      kernel,
      'import threading\nstop = threading.Event()\nwhile True: threading.Thread(target=stop.wait).start()',
    );
    expect(result.status).toBe('error');
    expect(JSON.stringify(result.outputs)).toContain("can't start new thread");
    expect((await run(kernel, 'stop.set()\n1 + 1')).text).toBe('2');
    await kernel.shutdown();
  });

  it('[KRN-063] files in /tmp and /dev/shm count as memory, and each folder has an end', async () => {
    const kernel = await startTestKernel();
    const fill = (path: string, bytes: number) => `open(${JSON.stringify(path)}, "wb").write(b"x" * ${bytes})`;
    expect(
      (await run(kernel, `try: ${fill('/tmp/large', 250_000_000)}\nexcept OSError as error: print(error.strerror)`))
        .text,
    ).toBe('No space left on device\n');
    await run(kernel, `${fill('/tmp/large', 190_000_000)}; ${fill('/dev/shm/large', 190_000_000)}; None`);
    expect((await kernel.use()).temporaryBytes).toBeGreaterThan(375_000_000);
    const result = await run(
      kernel,
      'kept = []\nwhile len(kept) < 60: kept.append(b"x" * 10_000_000)\nimport time; time.sleep(10)',
    );
    expect(result).toMatchObject({
      status: 'dead',
      text: expect.stringContaining('died: out of memory, it used more than the 800 MB of its machine'),
    });
    await kernel.shutdown();
  });

  it('[KRN-066] memory that nothing maps and no folder shows counts as well', async () => {
    const kernel = await startTestKernel();
    await run(
      kernel,
      'import os, subprocess\nheld = os.memfd_create("held"); piece = b"x" * 10_000_000\nfor _ in range(30): os.write(held, piece)\nchild = subprocess.Popen(["sleep", "60"], pass_fds=[held])',
    );
    // Once, though two processes hold it.
    await expect.poll(async () => Math.floor((await kernel.use()).temporaryBytes / 50_000_000)).toBe(6);
    const result = await run(kernel, 'for _ in range(60): os.write(held, piece)\nimport time; time.sleep(10)');
    expect(result).toMatchObject({ status: 'dead', text: expect.stringContaining('died: out of memory') });
    await kernel.shutdown();
  });

  it.each([
    ['in a file', 'open("/run/kernel/large", "wb").write(b"x" * 30_000_000)'],
    [
      'in a folder',
      'import os\nos.makedirs("/run/kernel/a/b"); open("/run/kernel/a/b/large", "wb").write(b"x" * 30_000_000)',
    ],
    [
      'in a file that is deleted while it is open',
      'import os\nopened = open("/run/kernel/large", "wb"); os.unlink("/run/kernel/large"); opened.write(b"x" * 30_000_000); opened.flush()',
    ],
    ['in many small files', 'for i in range(1000): open(f"/run/kernel/{i}", "w").close()'],
  ])('[KRN-066] what is written beside the sockets %s ends the kernel, and it is said', async (_how, code) => {
    const kernel = await startTestKernel();
    const result = await run(kernel, `${code}\nimport time; time.sleep(10)`);
    expect(result).toMatchObject({
      status: 'dead',
      text: expect.stringContaining('died: it wrote more than 16.0 MB into /run/kernel'),
    });
    await kernel.shutdown();
  });

  it('[KRN-066] deleted files that are still open count with those of the project, and no other place can be written to', async () => {
    const kernel = await startTestKernel({
      limits: { memoryBytes: 800 * megabyte, processes: 100, cpu: 2, dataBytes: 60 * megabyte },
    });
    const places =
      'import os\ndef takes(place):\n    try: open(f"{place}/x", "x").close(); os.unlink(f"{place}/x"); return True\n    except OSError: return False\nprint(sorted(place for place in {line.split()[1] for line in open("/proc/mounts")} if takes(place)))';
    expect((await run(kernel, places)).text).toBe("['/data', '/dev/shm', '/run/kernel', '/tmp']\n");
    const fill =
      'opened = []\nfor i in range(100):\n    opened.append(open(f"/data/{i}", "wb")); os.unlink(f"/data/{i}")\n    opened[-1].write(os.urandom(2_000_000)); opened[-1].flush(); os.fsync(opened[-1].fileno())\nimport time; time.sleep(10)';
    expect(await run(kernel, fill)).toMatchObject({
      status: 'dead',
      text: expect.stringContaining('died: the files of the project take more than the 60.0 MB they may'),
    });
    await kernel.shutdown();
  });

  it('[KRN-063] the kernels of one machine share its memory: who takes too much ends, and the others go on', async () => {
    const [kernel, other] = await Promise.all([
      startTestKernel({ machine: 'shared' }),
      startTestKernel({ machine: 'shared' }),
    ]);
    await run(other, 'kept = b"x" * 200_000_000');
    const result = await run(
      kernel,
      'import time\nkept = []\nwhile len(kept) < 60:\n    kept.append(b"x" * 10_000_000); time.sleep(0.02)\ntime.sleep(10)',
    );
    expect(result).toMatchObject({ status: 'dead', text: expect.stringContaining('died: out of memory') });
    expect((await run(other, 'len(kept)')).text).toBe('200000000');
    await Promise.all([kernel.shutdown(), other.shutdown()]);
  });

  it('[KRN-002] [NBK-140] several files that together are more than the project may have end the kernel, and it is said', async () => {
    const [kernel, other] = await Promise.all([
      startTestKernel({ limits: { memoryBytes: 800 * megabyte, processes: 100, cpu: 2, dataBytes: 60 * megabyte } }),
      startTestKernel(),
    ]);
    const fill =
      'import os\nfor i in range(100):\n    with open(f"part-{i}", "wb") as file:\n        file.write(os.urandom(4_000_000)); file.flush(); os.fsync(file.fileno())';
    const result = await run(kernel, fill);
    expect(result).toMatchObject({
      status: 'dead',
      text: expect.stringContaining('died: the files of the project take more than the 60.0 MB they may'),
    });
    expect((await run(other, '1 + 1')).text).toBe('2');
    await Promise.all([kernel.shutdown(), other.shutdown()]);
  });

  it('[KRN-002] killing everything it can reach ends a kernel itself and nobody else', async () => {
    const { dataFolder } = await testLaunch();
    const [kernel, other] = await Promise.all([startTestKernel(), startTestKernel({ dataFolder })]);
    const processIds = await processesOf(dataFolder);
    const kill = `import os, signal\nfor i in ${JSON.stringify([...processIds, process.pid, process.ppid, -1])}:\n    if i != os.getpid():\n        try: os.kill(i, signal.SIGKILL)\n        except OSError: pass\nprint("through", flush=True)\nimport time; time.sleep(1)\nos.kill(os.getpid(), signal.SIGKILL)`;
    const result = await run(kernel, kill);
    expect(result).toMatchObject({ status: 'dead', text: expect.stringContaining('through') });
    expect(result.text).toContain('died');
    expect((await run(other, '1 + 1')).text).toBe('2');
    await kernel.restart();
    expect((await run(kernel, '2 + 2')).text).toBe('4');
    await Promise.all([kernel.shutdown(), other.shutdown()]);
  });

  it('[KRN-002] the files, processes and memory of another project are out of reach', async () => {
    const theirs = await testLaunch();
    await writeFile(join(theirs.dataFolder, 'plan.txt'), 'theirs');
    const [kernel, other] = await Promise.all([startTestKernel(), startTestKernel({ dataFolder: theirs.dataFolder })]);
    const processIds = await processesOf(theirs.dataFolder);
    const look = [
      'import os, glob',
      `paths = [${JSON.stringify(theirs.dataFolder)}, "/data/../..${theirs.dataFolder}", "/proc/1/root${theirs.dataFolder}", "/proc/self/cwd/../..${theirs.dataFolder}", *(f"/proc/{i}/environ" for i in ${JSON.stringify(processIds.filter((id) => id > 100))})]`,
      'for path in paths:',
      '    try: os.symlink(path, f"/data/link-{abs(hash(path))}")',
      '    except OSError: pass',
      'print([path for path in [*paths, *glob.glob("/data/link-*")] if os.path.exists(path)], [one for one in glob.glob("/proc/[0-9]*/root/data/plan.txt")])',
    ].join('\n');
    expect((await run(kernel, look)).text).toBe('[] []\n');
    expect((await run(other, 'print(open("plan.txt").read())')).text).toBe('theirs\n');
    await Promise.all([kernel.shutdown(), other.shutdown()]);
  });

  it('[NBK-139] 40 MB of output at once, and 10 MB in lines or by a program, arrive whole', async () => {
    const kernel = await startTestKernel({ limits: { memoryBytes: 2_000 * megabyte, processes: 100, cpu: 2 } });
    const lines = await run(kernel, 'for i in range(100_000): print(f"{i:099d}")');
    expect(lines.text.length).toBe(10_000_000);
    expect(lines.text.endsWith(`${'99999'.padStart(99, '0')}\n`)).toBe(true);
    expect(new Set(lines.text.split('\n').slice(0, -1)).size).toBe(100_000);
    expect((await run(kernel, 'print("ä" * 20_000_000)')).text).toBe(`${'ä'.repeat(20_000_000)}\n`);
    const program = await run(
      kernel,
      'import subprocess; subprocess.run("yes 123456789 2>/dev/null | head -c 10000000", shell=True); None',
    );
    expect(program.text).toBe('123456789\n'.repeat(1_000_000));
    await kernel.shutdown();
  });

  it('[NBK-139] 5,000 small rich outputs arrive whole and in order, also with a slow reader', async () => {
    const kernel = await startTestKernel();
    const seen: string[] = [];
    await kernel.execute(
      'from IPython.display import display, HTML\nfor i in range(5000): display(HTML(str(i) + "x" * 1000))',
      {
        onOutput: async (outputs) => {
          await new Promise((resolve) => {
            setTimeout(resolve, 100);
          });
          for (const output of outputs) if (output.kind === 'text/html') seen.push(output.html.replaceAll('x', ''));
        },
      },
    );
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, index) => String(index)));
    await kernel.shutdown();
  });

  it('[NBK-139] printing without end is cut with a message, fills no memory here, keeps the event loop free and can be stopped', async () => {
    const kernel = await LocalKernelSession.start({
      id: 'kernel',
      notebookId: 'notebook',
      launch: await testLaunch(),
      keptCharacters: 4 * megabyte,
    });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    let characters = 0;
    let last = '';
    const result = await kernel.execute('while True: print("flood " * 10_000)', {
      onOutput: (outputs) => {
        for (const output of outputs) {
          if (output.kind === 'text') characters += output.text.length;
          if (output.kind === 'stderr') last = output.text;
        }
      },
      signal: AbortSignal.timeout(3_000),
    });
    delay.disable();
    expect(result.status).toBe('aborted');
    expect(characters).toBe(4 * megabyte);
    expect(last).toContain('The output is longer than 4 MB; the rest was not kept.');
    expect(delay.percentile(90) / 1e6).toBeLessThan(250);
    expect((await run(kernel, '1 + 1')).text).toBe('2');
    await kernel.shutdown();
  });

  it('[KRN-012] says how much memory and processor time it uses', async () => {
    const kernel = await startTestKernel();
    const before = await kernel.use();
    await run(
      kernel,
      'import time\nkept = b"x" * 100_000_000\nbegin = time.process_time()\nwhile time.process_time() < begin + 0.4: pass',
    );
    const after = await kernel.use();
    expect(after.residentBytes - before.residentBytes).toBeGreaterThan(90_000_000);
    expect(after.cpuSeconds - before.cpuSeconds).toBeGreaterThan(0.3);
    await kernel.shutdown();
  });
});
