import * as v from 'valibot'

/**
 * A phone's position in its company's change feed. `windowUpTo` is where its first sync began: older invoices
 * are left out up to there, and never afterwards.
 */
export type PullCursor = {
  readonly epoch: string
  readonly changeId: number
  readonly windowUpTo: number
  /** Whether the phone has only the sales of its person. */
  readonly ownSales: boolean
}

const nonNegativeInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const cursorSchema = v.union([
  v.strictTuple([v.pipe(v.string(), v.uuid()), nonNegativeInteger, nonNegativeInteger]),
  v.strictTuple([v.pipe(v.string(), v.uuid()), nonNegativeInteger, nonNegativeInteger, v.literal('own')]),
])

/** Opaque text for the phone. */
export function writeCursor(cursor: PullCursor): string {
  const { epoch, changeId, windowUpTo, ownSales } = cursor
  const text = JSON.stringify([epoch, changeId, windowUpTo, ...(ownSales ? ['own'] : [])])
  return Buffer.from(text, 'utf8').toString('base64url')
}

/** Reads a cursor back; `undefined` for anything we did not write. */
export function readCursor(text: string): PullCursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const parsed = v.safeParse(cursorSchema, value)
    if (!parsed.success) return undefined
    const [epoch, changeId, windowUpTo, own] = parsed.output
    return { epoch, changeId, windowUpTo, ownSales: own === 'own' }
  } catch {
    return undefined
  }
}
