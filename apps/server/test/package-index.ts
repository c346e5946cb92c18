// A package index on this computer that speaks the simple API (PEP 503), with wheels and sources that tests make.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPackageSettings, type PackageSettings } from '../src/platform/package-settings.ts';
import { testPythonEnvironment } from './test-kernel.ts';

interface TestPackage {
  name: string;
  version: string;
  /** Source of its module, which is called as the package. */
  code: string;
  needs?: string[];
}

const makeWheel = String.raw`
import json, sys, zipfile
folder, name, version, code, needs = json.loads(sys.argv[1])
info = f"{name}-{version}.dist-info"
needed = "".join(f"Requires-Dist: {each}\n" for each in needs)
parts = {
    f"{name}/__init__.py": code,
    f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needed}",
    f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
parts[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*parts, f"{info}/RECORD"])
with zipfile.ZipFile(f"{folder}/{name}-{version}-py3-none-any.whl", "w") as file:
    for path, text in parts.items():
        file.writestr(path, text)
`;

/** Its backend is in the archive, runs at each build, and puts what 'look()' gives into the module. */
const makeSources = String.raw`
import io, json, sys, tarfile
folder, name, version, look, wheel = json.loads(sys.argv[1])
backend = f"""
import json, sys
{look}
{wheel.replace("sys.argv[1]", "_plan")}
def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    import subprocess
    plan = json.dumps([wheel_directory, {name!r}, {version!r}, "seen = " + repr(look()), []])
    subprocess.run([sys.executable, "-c", WHEEL, plan], check=True)
    return "{name}-{version}-py3-none-any.whl"
""".replace(wheel.replace("sys.argv[1]", "_plan"), "WHEEL = " + repr(wheel))
files = {
    "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
    "backend.py": backend,
    "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
}
with tarfile.open(f"{folder}/{name}-{version}.tar.gz", "w:gz") as archive:
    for path, text in files.items():
        data = text.encode()
        member = tarfile.TarInfo(f"{name}-{version}/{path}")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
`;

const python = join(testPythonEnvironment, 'bin', 'python');
const make = (script: string, plan: unknown[]): void => {
  execFileSync(python, ['-c', script, JSON.stringify(plan)]);
};

export class TestPackageIndex {
  readonly #folder = mkdtempSync(join(tmpdir(), 'groma-test-index-'));
  readonly #server: Server;
  readonly asked: string[] = [];
  /** Names of packages of which nobody is told anything, and who asks for them waits until `release`. */
  readonly held = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #onHeld: (() => void) | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.asked.push(path);
      const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
      if (name !== undefined && this.held.has(name)) {
        this.#waiting.push(() => {
          this.#answer(path, response);
        });
        this.#onHeld?.();
        return;
      }
      this.#answer(path, response);
    });
  }

  #answer(path: string, response: ServerResponse): void {
    const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
    const file = /^\/files\/([^/]+)$/.exec(path)?.[1];
    if (file !== undefined) {
      response.end(readFileSync(join(this.#folder, file)));
      return;
    }
    const own = readdirSync(this.#folder).filter((each) => name !== undefined && each.startsWith(`${name}-`));
    if (own.length === 0) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(own.map((each) => `<a href="/files/${each}">${each}</a>`).join('\n'));
  }

  static async open(): Promise<TestPackageIndex> {
    const index = new TestPackageIndex();
    await new Promise<void>((resolve) => {
      index.#server.listen(0, '127.0.0.1', resolve);
    });
    return index;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/simple/`;
  }

  settings(more: NodeJS.ProcessEnv = {}): PackageSettings {
    return readPackageSettings({ GROMA_PACKAGE_INDEX: this.url, ...more });
  }

  /** Offers a wheel, and answers what is in it. */
  wheel({ name, version, code, needs = [] }: TestPackage): Buffer {
    make(makeWheel, [this.#folder, name, version, code, needs]);
    return readFileSync(join(this.#folder, `${name}-${version}-py3-none-any.whl`));
  }

  /**
   * Offers sources whose build runs `look`, a function of Python, and answers their archive; what it gives is `seen` of
   * the module.
   */
  sources(name: string, version: string, look: string): Buffer {
    make(makeSources, [this.#folder, name, version, look, makeWheel]);
    return readFileSync(join(this.#folder, `${name}-${version}.tar.gz`));
  }

  /** Resolves when somebody asks for a held package. */
  whenHeld(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  /** Answers all who wait for held packages, and holds none any more. */
  release(): void {
    this.held.clear();
    for (const answer of this.#waiting.splice(0)) answer();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
