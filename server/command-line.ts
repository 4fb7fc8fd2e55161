import { ConfigError } from './config.ts'
import { errorCodeOf } from './storage/embedded/system-error.ts'

/** The words that were typed are none that the command understands. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Whether somebody asks how the command is used. */
function asksForHelp(): boolean {
  return process.argv.slice(2).some((word) => word === '--help' || word === '-h')
}

/** What is wrong with the words that were typed, with how the command is used; `undefined` for any other error. */
function misuseOf(error: unknown, usage: string): string | undefined {
  const misread = errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true
  if (!misread && !(error instanceof UsageError)) return undefined
  const text = sentenceOf(error)
  // Node.js goes on with how to write a file name that begins with a dash.
  const [sentence = text] = misread ? text.split('. ') : [text]
  return `${sentence.replace(/\.?$/, '.')}\n\n${usage}`
}

/**
 * Reads the words typed behind a command of developers, whose other errors keep their stack. `--help` tells how it is
 * used and ends the process; words that `read` cannot take do so with what is wrong, and with exit code 2.
 */
export function readWords<T>(usage: string, read: () => T): T {
  if (asksForHelp()) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read()
  } catch (error) {
    const misuse = misuseOf(error, usage)
    if (misuse === undefined) throw error
    console.error(misuse)
    process.exit(2)
  }
}

/**
 * Runs a command of the person who keeps the machine. What goes wrong is said in a sentence, never as a stack trace,
 * which would also show what stands in an address. Exit code 2, with how the command is used, when the words typed are
 * wrong; 1 for anything else. `--help` tells how it is used and does nothing.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (asksForHelp()) {
    console.log(usage)
    return
  }
  try {
    await work()
  } catch (error) {
    const misuse = misuseOf(error, usage)
    console.error(misuse ?? sentenceOf(error))
    process.exitCode = misuse === undefined ? 1 : 2
  }
}

/** What is wrong, and of an error that has a cause, that as well. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  const [inner] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error.cause]
  const own = ofSystem(error) ?? error.message
  return [own, inner === undefined ? '' : sentenceOf(inner)].filter((part) => part !== '').join(': ')
}

/** Of what the system refuses: what it is about and what that means. */
function ofSystem(error: Error): string | undefined {
  const place = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  switch (errorCodeOf(error)) {
    case 'ENOENT':
      return place && `${place} is not there.`
    case 'EACCES':
    case 'EPERM':
      return place && `This account may not use ${place}.`
    case 'EISDIR':
      return place ? `${place} is a folder, not a file.` : 'That is a folder, not a file.'
    case 'ENOTDIR':
      return place && `${place} lies in something that is no folder.`
    case 'ENOSPC':
      return 'The disk is full.'
    default:
      return undefined
  }
}
