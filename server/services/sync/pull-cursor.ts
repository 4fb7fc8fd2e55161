import * as v from 'valibot'

/**
 * A phone's position in its company's change feed. `windowUpTo` is where its first sync began: older invoices
 * are left out up to there, and never afterwards.
 */
export type PullCursor = {
  readonly epoch: string
  readonly changeId: number
  readonly windowUpTo: number
  /** A first sync that goes backwards: the phone still lacks the changes up to this one. 0 when it lacks none. */
  readonly backTo: number
  /** Whether the phone has only the sales of its person. */
  readonly ownSales: boolean
}

const nonNegativeInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const position = [v.pipe(v.string(), v.uuid()), nonNegativeInteger, nonNegativeInteger] as const
const cursorSchema = v.union([
  v.strictTuple([...position]),
  v.strictTuple([...position, v.literal('own')]),
  v.strictTuple([...position, v.picklist(['all', 'own']), nonNegativeInteger]),
])

/** Opaque text for the phone. */
export function writeCursor(cursor: PullCursor): string {
  const { epoch, changeId, windowUpTo, backTo, ownSales } = cursor
  const sales = ownSales ? 'own' : 'all'
  const rest = backTo > 0 ? [sales, backTo] : ownSales ? [sales] : []
  const text = JSON.stringify([epoch, changeId, windowUpTo, ...rest])
  return Buffer.from(text, 'utf8').toString('base64url')
}

/** Reads a cursor back; `undefined` for anything we did not write. */
export function readCursor(text: string): PullCursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const parsed = v.safeParse(cursorSchema, value)
    if (!parsed.success) return undefined
    const [epoch, changeId, windowUpTo, sales, backTo = 0] = parsed.output
    return { epoch, changeId, windowUpTo, backTo, ownSales: sales === 'own' }
  } catch {
    return undefined
  }
}
