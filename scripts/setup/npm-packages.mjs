import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, root, systemEnvironment } from './repository.mjs'
import { runCommand } from './run-command.mjs'

const lockFile = join(root, 'package-lock.json')
const marker = join(root, 'node_modules', '.groma-installed')

/** Whether the packages of the lock file are there, whole. Cheap: two small files are read. */
export function arePackagesInstalled() {
  try {
    return readFileSync(marker, 'utf8') === lockHash() && existsSync(node24)
  } catch {
    return false
  }
}

/**
 * Installs the packages of the lock file when they are not there.
 *
 * @param {import('./progress.mjs').Progress} progress
 * @throws {import('./run-command.mjs').CommandFailed}
 */
export async function ensureNpmPackages(progress) {
  if (arePackagesInstalled()) return
  // The mark goes first: a kill in the middle leaves a folder without it, which the next start does not believe.
  rmSync(marker, { force: true })
  await progress.step('Installing the npm packages', async (say) => {
    const expected = expectedFolders()
    const timer = setInterval(() => say(`${percentOf(expected)} %`), 1000)
    try {
      const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
      await runCommand('npm', words, { cwd: root, env: systemEnvironment(), endsWithUs: true })
    } finally {
      clearInterval(timer)
    }
  })
  writeFileSync(marker, lockHash())
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).update(process.platform + process.arch).digest('hex')
}

/** The package.json files that will be there in the end; packages of other systems are left out. */
function expectedFolders() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const fits = (names, name) => !names || names.includes(name)
  return Object.entries(packages)
    .filter(([path, one]) => path.includes('node_modules/') && !one.link && fits(one.os, process.platform) && fits(one.cpu, process.arch))
    .map(([path]) => join(root, path, 'package.json'))
}

function percentOf(paths) {
  return Math.floor((100 * paths.filter((path) => existsSync(path)).length) / paths.length)
}
