import { createProgress } from './progress.mjs'
import { prepare } from './prepare.mjs'
import { runServer } from './server-process.mjs'
import { readStartOptions, startUsage, WrongOption } from './start-options.mjs'
import { startPackages } from './system-packages.mjs'

/**
 * `npm start`: installs what is missing, builds, and runs the server until it ends.
 *
 * @param {string[]} words the options
 * @returns {Promise<number>} the exit code
 */
export async function startProduct(words) {
  if (words.includes('--help')) {
    console.log(startUsage)
    return 0
  }
  try {
    const options = readStartOptions(words)
    return (await prepare(createProgress(), startPackages)) ? await runServer(options) : 1
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error
    console.error(error.message)
    return 2
  }
}
