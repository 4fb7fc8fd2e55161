import * as v from 'valibot'

/**
 * A phone's position in its company's change feed. `windowUpTo` is where its first sync began: older invoices
 * are left out up to there, and never afterwards.
 */
export type PullCursor = {
  readonly epoch: string
  readonly changeId: number
  readonly windowUpTo: number
}

const nonNegativeInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const cursorSchema = v.tuple([v.pipe(v.string(), v.uuid()), nonNegativeInteger, nonNegativeInteger])

/** Opaque text for the phone. */
export function writeCursor(cursor: PullCursor): string {
  const text = JSON.stringify([cursor.epoch, cursor.changeId, cursor.windowUpTo])
  return Buffer.from(text, 'utf8').toString('base64url')
}

/** Reads a cursor back; `undefined` for anything we did not write. */
export function readCursor(text: string): PullCursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const parsed = v.safeParse(cursorSchema, value)
    if (!parsed.success) return undefined
    const [epoch, changeId, windowUpTo] = parsed.output
    return { epoch, changeId, windowUpTo }
  } catch {
    return undefined
  }
}
