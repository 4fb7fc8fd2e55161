import type { FaultProxy } from '../../support/fault-proxy.ts'

/** What a server says that was restored from a backup and gives no numbers. */
const PAUSED_STATUS = {
  state: 'held',
  reason: 'restored',
  waitingReceipts: 2,
  lastContactAt: null,
  simulated: true,
  troubled: [],
  hold: {
    backupAt: '2026-11-20T02:00:00.000Z',
    nextGc: 3_001,
    missing: [2_990],
    devicesAwaited: 1,
    devicesReturned: 1,
    unproved: 0,
  },
}

/**
 * Makes the proxy answer that numbering is held, until `end`. A real restore takes minutes; other tests prove
 * that it holds and releases numbering.
 */
export function pauseNumbering(proxy: FaultProxy): { readonly end: () => void } {
  const headers = { 'content-type': 'application/json' }
  const paused = { kind: 'answer', status: 200, headers, body: JSON.stringify(PAUSED_STATUS) } as const
  return proxy.inject(/fiscal\/status/, paused, Number.POSITIVE_INFINITY)
}
