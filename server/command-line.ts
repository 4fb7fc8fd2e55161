import { ConfigError } from './config.ts'
import { errorCodeOf } from './storage/embedded/system-error.ts'

/** The words that were typed are none that the command understands. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Whether the command was called with `--help` or `-h`. */
function isHelpRequested(): boolean {
  return process.argv.slice(2).some((word) => word === '--help' || word === '-h')
}

/** What is wrong with the words that were typed, with how the command is used; `undefined` for any other error. */
function usageErrorOf(error: unknown, usage: string): string | undefined {
  const misread = errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true
  if (!misread && !(error instanceof UsageError)) return undefined
  const text = errorSentence(error)
  // After its first sentence, Node.js explains how to write a file name that begins with a dash.
  const [sentence = text] = misread ? text.split('. ') : [text]
  return `${sentence.replace(/\.?$/, '.')}\n\n${usage}`
}

/**
 * Reads the arguments of a developer command; other errors of such commands keep their stack trace. `--help`
 * prints the usage and ends the process. Arguments that `read` rejects end it with the reason and exit code
 * 2.
 */
export function readArguments<T>(usage: string, read: () => T): T {
  if (isHelpRequested()) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read()
  } catch (error) {
    const usageError = usageErrorOf(error, usage)
    if (usageError === undefined) throw error
    console.error(usageError)
    process.exit(2)
  }
}

/**
 * Runs an operator command. A failure is reported in one sentence, never as a stack trace, which could also
 * show the password in a connection address. Exit code 2, with the usage, when the arguments are wrong; 1 for
 * any other failure. `--help` prints the usage and does nothing.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (isHelpRequested()) {
    console.log(usage)
    return
  }
  try {
    await work()
  } catch (error) {
    const usageError = usageErrorOf(error, usage)
    console.error(usageError ?? errorSentence(error))
    process.exitCode = usageError === undefined ? 1 : 2
  }
}

/** What is wrong, and of an error that has a cause, that as well. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  const [inner] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error.cause]
  const ownMessage = systemErrorSentence(error) ?? error.message
  return [ownMessage, inner === undefined ? '' : errorSentence(inner)]
    .filter((part) => part !== '')
    .join(': ')
}

/** Of what the system refuses: what it is about and what that means. */
function systemErrorSentence(error: Error): string | undefined {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  switch (errorCodeOf(error)) {
    case 'ENOENT':
      return path && `${path} is not there.`
    case 'EACCES':
    case 'EPERM':
      return path && `This account may not use ${path}.`
    case 'EISDIR':
      return path ? `${path} is a folder, not a file.` : 'That is a folder, not a file.'
    case 'ENOTDIR':
      return path && `${path} lies in something that is no folder.`
    case 'ENOSPC':
      return 'The disk is full.'
    default:
      return undefined
  }
}
