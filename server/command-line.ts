import { ConfigError } from './config.ts'
import { errorCodeOf } from './storage/embedded/system-error.ts'

/** The words that were typed are none that the command understands. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/**
 * Runs a command of the person who keeps the machine. What goes wrong is said in a sentence, never as a stack trace,
 * which would also show what stands in an address. Exit code 2, with how the command is used, when the words typed are
 * wrong; 1 for anything else.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const misused = error instanceof UsageError || errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true
    console.error(misused ? `${sentenceOf(error)}\n\n${usage}` : sentenceOf(error))
    process.exitCode = misused ? 2 : 1
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
