/** Parses the arguments of a command of package.json. Plain JavaScript: it runs before anything is installed. */
import { parseArgs } from 'node:util'

/** With `--help` or `-h` on the command line: prints how the command is used and ends it. */
export function tellUsage(usage) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(usage)
  process.exit(0)
}

/**
 * Parses the command line by the rules of `parseArgs`. `--help` prints `usage` and ends the command; an unknown
 * argument prints the error and `usage`, with exit code 2.
 */
export function readWords(usage, { options = {}, allowPositionals = false } = {}) {
  tellUsage(usage)
  try {
    return parseArgs({ options, allowPositionals })
  } catch (error) {
    refuseWords(usage, error.message)
  }
}

/** Ends the command: these arguments are not its own. */
export function refuseWords(usage, message) {
  // After the first sentence Node.js explains how to write a file name that begins with a dash.
  const [sentence] = message.split('. ')
  console.error(`${sentence.replace(/\.?$/, '.')}\n\n${usage}`)
  process.exit(2)
}
