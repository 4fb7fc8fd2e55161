import { describe, expect, it } from 'vitest'
import { checkArrivals } from '#tests/simulation/checker/arrivals.ts'
import type { RunEvidence } from '../../simulation/checker/run-evidence.ts'

const NOON = Date.parse('2026-11-21T09:00:00.000Z')
const MINUTE_MS = 60_000

type Sent = { readonly gc: number; readonly firstSentAt: number | null; readonly attempts?: number }
type Arrived = { readonly gc: number; readonly at: number; readonly flags?: readonly string[] }
type Refused = { readonly gc: number; readonly at: number; readonly code: number }

/** One device: what we have sent, what arrived in this order, and what the authority refused meanwhile. */
function judge(
  sent: readonly Sent[],
  arrived: readonly Arrived[],
  refused: readonly Refused[] = [],
): string[] {
  const server = {
    receipts: sent.map(({ gc, attempts = 1 }) => {
      return { rctvnum: `R${gc}`, gc: String(gc), identity_id: 'one', attempts }
    }),
    delivery_log: sent.flatMap(({ gc, firstSentAt }) => {
      if (firstSentAt === null) return []
      return { identity_id: 'one', subject: `receipt:${gc}`, at: new Date(firstSentAt).toISOString() }
    }),
  }
  const receipts = new Map(
    arrived.map(({ gc, at, flags = [] }) => [`R${gc}`, { rctvnum: `R${gc}`, gc, flags, receivedAtMs: at }]),
  )
  const received = refused.map(({ gc, at, code }) => {
    return { call: 'receipt', subject: `R${gc}`, ackCode: code, atMs: at }
  })
  // Only what this law reads.
  const evidence = {
    server,
    authority: { receipts, received },
    plan: { faults: [] },
  } as unknown as RunEvidence
  return checkArrivals(evidence).map(({ message }) => message)
}

describe('the check of what arrives at the authority (I4)', () => {
  const [first, second] = [
    { gc: 1, firstSentAt: NOON },
    { gc: 2, firstSentAt: NOON },
  ]

  it('is content with one number after the other', () => {
    const arrived = [
      { gc: 1, at: NOON },
      { gc: 2, at: NOON + 1_000 },
    ]
    expect(judge([first, second], arrived)).toEqual([])
  })

  it.each([
    ['that was never sent', { gc: 1, firstSentAt: null }],
    ['of unknown fate for nine minutes and nine attempts', { ...first, attempts: 9 }],
  ])('finds a number passed %s', (_, passed) => {
    const late = [{ gc: 2, at: NOON + 9 * MINUTE_MS, flags: ['GC_GAP'] }]
    expect(judge([passed, second], late)).toEqual(['receipt R2 arrived before R1'])
    const both = [...late, { gc: 1, at: NOON + 9.5 * MINUTE_MS, flags: ['GC_GAP'] }]
    expect(judge([passed, second], both)).toEqual(['receipt R2 arrived before R1'])
  })

  it.each([
    ['refused for itself', first, NOON + 1_000, [{ gc: 1, at: NOON, code: 914 }]],
    ['of unknown fate for ten minutes', first, NOON + 10 * MINUTE_MS, []],
    ['of unknown fate for ten attempts', { ...first, attempts: 10 }, NOON + MINUTE_MS, []],
  ])('lets a number pass that was %s', (_, passed, at, refused) => {
    expect(judge([passed, second], [{ gc: 2, at, flags: ['GC_GAP'] }], refused)).toEqual([])
  })

  it.each([
    ['before the refusal', 914, NOON + 2_000],
    ['after an error of the authority', 5, NOON],
    ['of a blocked device', 916, NOON],
  ])('finds a number passed %s', (_, code, at) => {
    const late = [{ gc: 2, at: NOON + 1_000, flags: ['GC_GAP'] }]
    expect(judge([first, second], late, [{ gc: 1, at, code }])).toEqual(['receipt R2 arrived before R1'])
  })

  it('never allows a time that goes back, nor a daily number out of its order', () => {
    for (const flag of ['DATE_OLDER', 'TIME_OLDER']) {
      expect(judge([first], [{ gc: 1, at: NOON, flags: [flag] }])).toEqual([`receipt R1 arrived as ${flag}`])
    }
    expect(judge([first], [{ gc: 1, at: NOON, flags: ['DC_SEQUENCE'] }])).toEqual([
      'receipt R1 arrived in its order as DC_SEQUENCE',
    ])
  })
})
