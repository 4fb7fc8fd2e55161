import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { ReadableFile, ReadText, ReceiptReader } from './gateway.ts'
import type { ReaderRequest } from './reader.main.ts'

const PROGRAM = join(import.meta.dirname, 'reader.main.ts')
/** A file that needs longer than this shows nothing that can be read. */
const LONGEST_MS = { code: 12_000, text: 45_000 } as const

type Asked = [file: ReadableFile, signal: AbortSignal, longestMs: number]

/** Runs the program for one file; rejects when it ends without an answer, takes too long or is aborted. */
async function run(want: ReaderRequest['want'], ...[file, signal, longestMs]: Asked): Promise<unknown> {
  signal.throwIfAborted()
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=384', '--max-semi-space-size=8'],
    // Nothing of the server's settings and keys is there for it.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    return await new Promise((resolve, reject) => {
      const late = AbortSignal.any([signal, AbortSignal.timeout(Math.min(LONGEST_MS[want], longestMs))])
      late.addEventListener('abort', () => reject(new Error('the reading was stopped')))
      child.once('message', resolve)
      child.once('error', reject)
      child.once('exit', () => reject(new Error('the file could not be read')))
      child.send({ want, file } satisfies ReaderRequest, (error) => error && reject(error))
    })
  } finally {
    child.kill('SIGKILL')
  }
}

/** Reads receipts in a process of its own for each file, one after the other. */
export function createReceiptReader(): ReceiptReader {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = async (...asked: Parameters<typeof run>) => {
    const turn = last.then(() => run(...asked))
    last = turn.catch(() => undefined)
    const read = await turn
    return read === 'nothing' ? null : read
  }
  return {
    // The program is ours and of the same version: its answers have these types.
    findCode: async (...asked) => (await inTurn('code', ...asked)) as string | null,
    readText: async (...asked) => (await inTurn('text', ...asked)) as ReadText | null,
  }
}
