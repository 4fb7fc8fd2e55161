/**
 * What goes wrong at the next requests: the connection is lost before or after the work, a page instead of an answer,
 * too many requests before or after the work, an answer that is cut off, an entry that a person changes just before.
 */
export const FAULT_KINDS = [
  ...(['drop-before', 'drop-answer', 'html', 'limit', 'limit-after', 'cut', 'stale'] as const),
] as const

export type SimulatorFault = {
  readonly kind: (typeof FAULT_KINDS)[number]
  /** How many requests it still meets. */
  times: number
  /** Only requests with this method, and with this in their path. */
  readonly method?: string
  readonly path?: string
  /** Seconds that a limit asks to wait. */
  readonly seconds?: number
}

/** The fault that meets a request, counted down; control requests meet none. */
export function findFault(
  faults: SimulatorFault[],
  request: { readonly method: string; readonly path: string },
): SimulatorFault | undefined {
  if (request.path.startsWith('/_control')) return undefined
  const found = faults.find(
    ({ times, method, path }) =>
      times > 0 &&
      (method === undefined || method === request.method) &&
      (path === undefined || request.path.toLowerCase().includes(path.toLowerCase())),
  )
  if (found) found.times -= 1
  return found
}

/** Reads a fault that a control request adds. */
export function readFault(body: string): SimulatorFault | undefined {
  const read: unknown = JSON.parse(body)
  if (typeof read !== 'object' || read === null || !('kind' in read)) return undefined
  const kind = FAULT_KINDS.find((known) => known === read.kind)
  if (kind === undefined) return undefined
  return {
    kind,
    times: 'times' in read && typeof read.times === 'number' ? read.times : 1,
    ...('method' in read && typeof read.method === 'string' && { method: read.method }),
    ...('path' in read && typeof read.path === 'string' && { path: read.path }),
    ...('seconds' in read && typeof read.seconds === 'number' && { seconds: read.seconds }),
  }
}
